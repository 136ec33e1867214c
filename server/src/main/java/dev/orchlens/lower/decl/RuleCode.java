package dev.orchlens.lower.decl;

/**
 * The rules of the language that the lowering checks, each with its stable code (reference:
 * docs/en/dev/ir/07-parser.md and docs/en/dev/language). Every code has a section in
 * docs/diagnostics.md.
 */
public enum RuleCode {
  /** A name that neither the function nor the code around it defines. */
  NAME_UNDEFINED("name/undefined"),
  /** A name bound again to a value of another type. */
  NAME_CHANGES_TYPE("name/changes-type"),
  /** A name bound twice in a scope of a function that asks for single assignment. */
  NAME_BOUND_TWICE("name/bound-twice"),
  /** A value from outside the function that has no meaning inside. */
  NAME_UNUSABLE_VALUE("name/unusable-value"),

  /** A Python statement that the language does not have. */
  STATEMENT_UNSUPPORTED("statement/unsupported"),
  /** An assignment to something that is no name, tuple of names or subscript. */
  ASSIGNMENT_TARGET("assignment/target"),
  /** A tuple target whose shape does not match the value. */
  ASSIGNMENT_UNPACKING("assignment/unpacking"),
  /** A static_assert whose condition is false or not known while compiling. */
  STATIC_ASSERT("statement/static-assert"),
  /** A static_print without arguments or with an f-string the language cannot format. */
  STATIC_PRINT("statement/static-print"),

  /** A Python expression that the language does not have. */
  EXPRESSION_UNSUPPORTED("expression/unsupported"),
  /** An attribute that stands for no value of the program. */
  EXPRESSION_ATTRIBUTE("expression/attribute"),
  /** An operator that the language does not have, or not for these operands. */
  EXPRESSION_OPERATOR("expression/operator"),
  /** A chain of comparisons. */
  EXPRESSION_CHAINED_COMPARISON("expression/chained-comparison"),
  /** A literal that the language has no type for. */
  EXPRESSION_LITERAL("expression/literal"),

  /** A condition that is no truth value. */
  CONDITION_TYPE("condition/not-bool"),

  /** A subscript of something that has no elements. */
  SUBSCRIPT_TYPE("subscript/type"),
  /** More indices than dimensions. */
  SUBSCRIPT_RANK("subscript/rank"),
  /** A subscript with a step, an unknown tuple index or another form that does not exist. */
  SUBSCRIPT_FORM("subscript/form"),
  /** A write of a single element. */
  SUBSCRIPT_ELEMENT_WRITE("subscript/element-write"),
  /** A written value whose shape differs from the window. */
  SUBSCRIPT_SHAPE("subscript/shape"),

  /** A type annotation that cannot be read. */
  ANNOTATION_INVALID("annotation/invalid"),
  /** A type annotation that contradicts the value. */
  ANNOTATION_MISMATCH("annotation/mismatch"),
  /** A parameter without annotation. */
  ANNOTATION_MISSING("annotation/missing"),

  /** A decorator argument that cannot be read. */
  DECORATOR_ARGUMENT("decorator/argument"),
  /** A level or role that contradicts the type of the function. */
  DECORATOR_LEVEL("decorator/level"),
  /** A class without functions of the language. */
  PROGRAM_EMPTY("program/empty"),
  /** Two functions of one name in a program. */
  PROGRAM_NAME_CONFLICT("program/name-conflict"),
  /** A function attribute that is misplaced, unknown or given twice. */
  FUNCTION_ATTRIBUTE("function/attribute"),
  /** An external kernel that is no AIC or AIV function or has a body. */
  FUNCTION_EXTERNAL("function/external"),
  /** An external kernel whose C++ file is not there. */
  FUNCTION_EXTERNAL_SOURCE("function/external-source"),
  /** A sub-worker that takes self. */
  FUNCTION_SUB_WORKER("function/sub-worker"),

  /** A for loop over something that is no loop of the language. */
  LOOP_ITERATOR("loop/iterator"),
  /** A loop target of the wrong form. */
  LOOP_TARGET("loop/target"),
  /** Bounds that are missing. */
  LOOP_BOUNDS("loop/bounds"),
  /** A keyword that this loop does not take. */
  LOOP_KEYWORD("loop/keyword"),
  /** Initial values of the wrong form or number. */
  LOOP_INIT_VALUES("loop/init-values"),
  /** A loop that is unrolled over bounds unknown while compiling, or with step 0. */
  LOOP_UNROLL("loop/unroll"),
  /** A pipelined loop without a stage count, or a stage count elsewhere. */
  LOOP_STAGE("loop/stage"),
  /** A while_ loop without its condition. */
  LOOP_CONDITION("loop/condition"),
  /** A yield without target in a loop that carries values. */
  LOOP_YIELD_TARGET("loop/yield-target"),
  /** As many yielded values as carried ones are needed. */
  LOOP_YIELD_COUNT("loop/yield-count"),
  /** A break or continue that has no sequential loop to act on. */
  LOOP_CONTROL("loop/control"),

  /** A with statement that is no region. */
  REGION_UNKNOWN("region/unknown"),
  /** A keyword or argument that a region does not take. */
  REGION_ARGUMENT("region/argument"),
  /** A region without level, or with an unknown one. */
  REGION_LEVEL("region/level"),
  /** A kernel that the compiler may narrow to windows of its tensors, which is not followed. */
  REGION_WINDOWIZE("region/windowize"),
  /** A region's name that is no identifier literal. */
  REGION_NAME_HINT("region/name-hint"),
  /** A flag of a region that is no literal. */
  REGION_FLAG("region/flag"),
  /** An optimizations list that cannot be read. */
  REGION_OPTIMIZATIONS("region/optimizations"),
  /** An as clause where there is no task to name. */
  REGION_AS_CLAUSE("region/as-clause"),
  /** An entry of no_dep_args= that is no tensor known at this point. */
  REGION_NO_DEP_ARGS("region/no-dep-args"),
  /** An entry of dumps= that is no tensor known at this point. */
  REGION_DUMPS("region/dumps"),
  /** A hand-placed AUTO scope although the compiler places them. */
  SCOPE_AUTO_NEEDS_AUTO_SCOPE_FALSE("scope/auto-needs-auto-scope-false"),
  /** A MANUAL scope inside another one. */
  SCOPE_MANUAL_IN_MANUAL("scope/manual-in-manual"),
  /** An AUTO scope inside a MANUAL one. */
  SCOPE_AUTO_IN_MANUAL("scope/auto-in-manual"),
  /** A scope with arguments it does not take. */
  SCOPE_ARGUMENT("scope/argument"),

  /** An SPMD launch without a positive number of blocks. */
  SPMD_CORE_NUM("spmd/core-num"),
  /** An SPMD keyword that is unknown or not allowed in this form. */
  SPMD_ARGUMENT("spmd/argument"),
  /** Dependencies on an SPMD form that names no task. */
  SPMD_DEPS_NEED_TASK_ID("spmd/deps-need-task-id"),
  /** An SPMD body that does the same work in every block. */
  SPMD_SAME_WORK("spmd/same-work"),
  /** An SPMD body that launches several kernels. */
  SPMD_SEVERAL_KERNELS("spmd/several-kernels"),
  /** Launch controls inside a cluster, where there is no task to carry them. */
  SPMD_IN_CLUSTER("spmd/in-cluster"),
  /** A split over vector lanes that is misplaced or cannot be read. */
  SPLIT_AIV("split-aiv/form"),

  /** A dependency list that is no list. */
  DEPS_FORM("deps/form"),
  /** An entry of a dependency list that is no TaskId. */
  DEPS_ENTRY("deps/entry"),
  /** A whole array and single slots in one dependency list. */
  DEPS_MIXED("deps/array-and-slots"),
  /** A comprehension in a dependency list that cannot be unrolled. */
  DEPS_COMPREHENSION("deps/comprehension"),

  /** A dispatch predicate that the runtime cannot evaluate. */
  PREDICATE_FORM("predicate/form"),
  /** A dispatch predicate over elements that cannot be compared. */
  PREDICATE_OPERAND("predicate/operand"),
  /** A dispatch predicate that reads what a task writes that it does not wait for. */
  PREDICATE_PRODUCER("predicate/producer-not-in-deps"),

  /** A call of something that is no function of the language. */
  CALL_UNKNOWN("call/unknown"),
  /** A call of a function that the program does not define. */
  CALL_UNDEFINED_FUNCTION("call/undefined-function"),
  /** Too few or too many arguments. */
  CALL_ARGUMENT_COUNT("call/argument-count"),
  /** A keyword that the call does not take. */
  CALL_KEYWORD("call/keyword"),
  /** Call attributes that cannot be read. */
  CALL_ATTRS("call/attrs"),
  /** A dimension that two arguments bind to different extents. */
  CALL_DIMENSIONS("call/dimensions"),
  /** A submit that does not name a kernel of the program, or is not unpacked. */
  SUBMIT_FORM("submit/form"),
  /** A submit unpacked into another number of results than the kernel has. */
  SUBMIT_RESULTS("submit/results"),
  /** A tensor to dump that is no argument of the launch. */
  SUBMIT_DUMPS("submit/dumps"),
  /** A tensor to dump that is not named, not known or in the wrong function. */
  DUMP_TAG("dump/tag"),
  /** A call that only the orchestrator of a host makes. */
  HOST_ONLY("distributed/host-only"),
  /** A window buffer without a name, or with one that another has. */
  HOST_WINDOW_BUFFER("distributed/window-buffer"),
  /** An expanded function without result. */
  INLINE_NO_RESULT("inline/no-result"),
  /** Functions that expand each other without end. */
  INLINE_RECURSION("inline/recursion"),
  /** A yield of several values used as one. */
  YIELD_FORM("yield/form"),
  /** A typed constant that is no literal with a dtype. */
  CONSTANT_FORM("constant/form");

  private final String code;

  RuleCode(String code) {
    this.code = code;
  }

  /** Returns the code as diagnostics show it. */
  public String code() {
    return code;
  }
}
