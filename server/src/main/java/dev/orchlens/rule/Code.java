package dev.orchlens.rule;

import static dev.orchlens.rule.Category.CODEGEN;
import static dev.orchlens.rule.Category.DEVICE;
import static dev.orchlens.rule.Category.DISTRIBUTED;
import static dev.orchlens.rule.Category.EXPRESSIONS;
import static dev.orchlens.rule.Category.FALLBACKS;
import static dev.orchlens.rule.Category.FUNCTIONS;
import static dev.orchlens.rule.Category.JIT;
import static dev.orchlens.rule.Category.KERNELS;
import static dev.orchlens.rule.Category.LAUNCHES;
import static dev.orchlens.rule.Category.LOOPS;
import static dev.orchlens.rule.Category.MODULES;
import static dev.orchlens.rule.Category.OPERATIONS;
import static dev.orchlens.rule.Category.ORDER;
import static dev.orchlens.rule.Category.REGIONS;
import static dev.orchlens.rule.Category.WRITES;
import static dev.orchlens.rule.Severity.ERROR;
import static dev.orchlens.rule.Severity.HINT;
import static dev.orchlens.rule.Severity.INCOMPLETE;
import static dev.orchlens.rule.Severity.INFORMATION;
import static dev.orchlens.rule.Severity.WARNING;

/**
 * What Orchlens can have to say, each with the section of docs/diagnostics.md that explains it, in
 * the order of that page. The rules of the language are those of the reference
 * (docs/en/dev/ir/07-parser.md and docs/en/dev/language).
 */
public enum Code {
  /** The storage of an argument is not known. */
  UNRESOLVED_LOCATION(FALLBACKS, WARNING, "unresolved_location"),
  /** The earlier launch is in a loop with an unknown trip count that has ended. */
  PRIOR_FROM_INACTIVE_DYNAMIC_LOOP(FALLBACKS, WARNING, "prior_from_inactive_dynamic_loop"),
  /** The earlier launch is in a loop, and no value stands for all its iterations. */
  DYNAMIC_PRIOR_PRODUCER_REQUIRES_SCOPE_LIFT(
      FALLBACKS, WARNING, "dynamic_prior_producer_requires_scope_lift"),
  /** The earlier launch is a bare statement, so that nothing names it. */
  MISSING_PRIOR_TASK_ID(FALLBACKS, WARNING, "missing_prior_task_id"),

  /** Two tasks of one MANUAL scope. */
  RACE_IN_MANUAL_SCOPE(ORDER, WARNING, "race/in-manual-scope"),
  /** A task in a MANUAL scope behind one in front of it. */
  RACE_INTO_MANUAL_SCOPE(ORDER, WARNING, "race/into-manual-scope"),
  /** A task behind one in a MANUAL scope. */
  RACE_BEHIND_MANUAL_SCOPE(ORDER, WARNING, "race/behind-manual-scope"),
  /** Tasks of two iterations of a loop in a MANUAL scope. */
  RACE_BETWEEN_ITERATIONS(ORDER, WARNING, "race/between-iterations"),
  /** Two iterations of a parallel loop that write the same elements. */
  RACE_PARALLEL_ITERATIONS(ORDER, WARNING, "race/parallel-iterations"),
  /** A task that overwrites what an earlier one reads. */
  RACE_OVERWRITES_INPUT(ORDER, WARNING, "race/overwrites-input"),
  /** Two windows of one tensor with elements in common that are written. */
  RACE_OVERLAPPING_WINDOWS(ORDER, WARNING, "race/overlapping-windows"),
  /** An argument that nothing looks up because it is NoDep. */
  RACE_NO_DEP(ORDER, WARNING, "race/no-dep"),
  /** A tensor that the runtime does not follow. */
  RACE_MANUAL_DEP(ORDER, WARNING, "race/manual-dep"),
  /** An operand of a predicate that nothing looks up. */
  RACE_PREDICATE(ORDER, WARNING, "race/predicate"),
  /** An access of the Orchestration function itself. */
  RACE_HOST_ACCESS(ORDER, WARNING, "race/host-access"),
  /** Two accesses of which it is not shown that they are ordered, nor that they meet. */
  ORDER_UNPROVEN(ORDER, HINT, "order/unproven"),
  /** An entry of deps= that other waits imply. */
  ORDER_NEEDLESS_WAIT(ORDER, HINT, "order/needless-wait"),
  /** Iterations that wait for each other although they touch disjoint parts. */
  ORDER_SERIALISED(ORDER, HINT, "order/serialised"),
  /** An access of the Orchestration function that waits for tasks. */
  ORDER_STALL(ORDER, HINT, "order/stall"),
  /** A buffer that the runtime may hand out again while a task uses it. */
  MEMORY_RELEASED_EARLY(ORDER, WARNING, "memory/released-early"),

  /** A task with more tensors than the runtime takes. */
  DEVICE_TASK_TENSORS(DEVICE, WARNING, "device/task-tensors"),
  /** A task with more scalars than the runtime takes. */
  DEVICE_TASK_SCALARS(DEVICE, WARNING, "device/task-scalars"),
  /** An Orchestration function with more tensors than the runtime takes. */
  DEVICE_ENTRY_TENSORS(DEVICE, WARNING, "device/entry-tensors"),
  /** An Orchestration function with more scalars than the runtime takes. */
  DEVICE_ENTRY_SCALARS(DEVICE, WARNING, "device/entry-scalars"),
  /** A scope with more tasks than its ring has slots by default. */
  DEVICE_TASKS_IN_SCOPE(DEVICE, INFORMATION, "device/tasks-in-scope"),
  /** A scope with larger buffers than its ring has room for by default. */
  DEVICE_BYTES_IN_SCOPE(DEVICE, INFORMATION, "device/bytes-in-scope"),
  /** Buffers made together that are larger than the runtime counts. */
  DEVICE_ALLOCATION(DEVICE, WARNING, "device/allocation"),
  /** A task over no block, or over more than the runtime counts. */
  DEVICE_BLOCKS(DEVICE, WARNING, "device/blocks"),
  /** Blocks that must start together, more than there are cores. */
  DEVICE_START_TOGETHER(DEVICE, WARNING, "device/start-together"),

  /** An assignment to an output that leaves the caller's tensor alone. */
  WRITE_DROPPED(WRITES, WARNING, "write/dropped"),
  /** An output that nothing writes. */
  WRITE_NEVER(WRITES, INFORMATION, "write/never"),

  /** A text that is not Python. */
  SYNTAX(MODULES, ERROR, "syntax"),
  /** No module of this name is in the file's folder, the roots, or Python's library. */
  MODULE_NOT_FOUND(MODULES, ERROR, "module/not-found"),
  /** The module exists and does not define the imported name. */
  MODULE_NAME_NOT_IN_MODULE(MODULES, ERROR, "module/name-not-in-module"),
  /** An assertion is false. */
  MODULE_ASSERTION_FAILED(MODULES, ERROR, "module/assertion-failed"),
  /** A name that nothing defines. */
  MODULE_NAME_NOT_DEFINED(MODULES, ERROR, "module/name-not-defined"),
  /** Any other exception. */
  MODULE_EXCEPTION(MODULES, ERROR, "module/exception"),
  /** The program ends itself, as scripts do where the machine lacks something. */
  MODULE_EXIT(MODULES, WARNING, "module/exit"),
  /** The evaluation was stopped because it took too many steps or too much memory. */
  MODULE_LIMIT(MODULES, WARNING, "module/limit"),
  /** A value that only running the module would tell. */
  MODULE_UNKNOWN_VALUE(MODULES, INFORMATION, "module/unknown-value"),

  /** A name that neither the function nor the code around it defines. */
  NAME_UNDEFINED(EXPRESSIONS, ERROR, "name/undefined"),
  /** A name bound again to a value of another type. */
  NAME_CHANGES_TYPE(EXPRESSIONS, ERROR, "name/changes-type"),
  /** A name bound twice in a scope of a function that asks for single assignment. */
  NAME_BOUND_TWICE(EXPRESSIONS, ERROR, "name/bound-twice"),
  /** A value from outside the function that has no meaning inside. */
  NAME_UNUSABLE_VALUE(EXPRESSIONS, ERROR, "name/unusable-value"),
  /** A name with the delimiter of the compiler's own names. */
  NAME_RESERVED_DELIMITER(EXPRESSIONS, ERROR, "name/reserved-delimiter"),
  /** A Python statement that the language does not have. */
  STATEMENT_UNSUPPORTED(EXPRESSIONS, ERROR, "statement/unsupported"),
  /** A static_assert whose condition is false or not known while compiling. */
  STATEMENT_STATIC_ASSERT(EXPRESSIONS, ERROR, "statement/static-assert"),
  /** A static_print without arguments or with an f-string the language cannot format. */
  STATEMENT_STATIC_PRINT(EXPRESSIONS, ERROR, "statement/static-print"),
  /** An assignment to something that is no name, tuple of names or subscript. */
  ASSIGNMENT_TARGET(EXPRESSIONS, ERROR, "assignment/target"),
  /** A tuple target whose shape does not match the value. */
  ASSIGNMENT_UNPACKING(EXPRESSIONS, ERROR, "assignment/unpacking"),
  /** A Python expression that the language does not have. */
  EXPRESSION_UNSUPPORTED(EXPRESSIONS, ERROR, "expression/unsupported"),
  /** An attribute that stands for no value of the program. */
  EXPRESSION_ATTRIBUTE(EXPRESSIONS, ERROR, "expression/attribute"),
  /** An operator that the language does not have, or not for these operands. */
  EXPRESSION_OPERATOR(EXPRESSIONS, ERROR, "expression/operator"),
  /** A chain of comparisons. */
  EXPRESSION_CHAINED_COMPARISON(EXPRESSIONS, ERROR, "expression/chained-comparison"),
  /** A literal that the language has no type for. */
  EXPRESSION_LITERAL(EXPRESSIONS, ERROR, "expression/literal"),
  /** A condition that is no truth value. */
  CONDITION_NOT_BOOL(EXPRESSIONS, ERROR, "condition/not-bool"),
  /** A typed constant that is no literal with a dtype. */
  CONSTANT_FORM(EXPRESSIONS, ERROR, "constant/form"),
  /** A yield of several values used as one. */
  YIELD_FORM(EXPRESSIONS, ERROR, "yield/form"),
  /** A subscript of something that has no elements. */
  SUBSCRIPT_TYPE(EXPRESSIONS, ERROR, "subscript/type"),
  /** More indices than dimensions. */
  SUBSCRIPT_RANK(EXPRESSIONS, ERROR, "subscript/rank"),
  /** A subscript with a step, an unknown tuple index or another form that does not exist. */
  SUBSCRIPT_FORM(EXPRESSIONS, ERROR, "subscript/form"),
  /** A write of a single element. */
  SUBSCRIPT_ELEMENT_WRITE(EXPRESSIONS, ERROR, "subscript/element-write"),
  /** A written value whose shape differs from the window. */
  SUBSCRIPT_SHAPE(EXPRESSIONS, ERROR, "subscript/shape"),
  /** Scalars whose dtypes do not go together. */
  TYPE_ARITHMETIC(EXPRESSIONS, ERROR, "type/arithmetic"),
  /** A division by a constant 0. */
  ARITH_DIVISION_BY_ZERO(EXPRESSIONS, ERROR, "arith/division-by-zero"),
  /** A constant truth value that the compiler cannot fold. */
  ARITH_CONSTANT_TRUTH_VALUE(EXPRESSIONS, ERROR, "arith/constant-truth-value"),
  /** A tensor read behind a call that wrote to it. */
  DATA_READ_AFTER_WRITE_ARGUMENT(EXPRESSIONS, ERROR, "data/read-after-write-argument"),

  /** A type annotation that cannot be read. */
  ANNOTATION_INVALID(FUNCTIONS, ERROR, "annotation/invalid"),
  /** A type annotation that contradicts the value. */
  ANNOTATION_MISMATCH(FUNCTIONS, ERROR, "annotation/mismatch"),
  /** A parameter without annotation. */
  ANNOTATION_MISSING(FUNCTIONS, ERROR, "annotation/missing"),
  /** A decorator argument that cannot be read. */
  DECORATOR_ARGUMENT(FUNCTIONS, ERROR, "decorator/argument"),
  /** A level or role that contradicts the type of the function. */
  DECORATOR_LEVEL(FUNCTIONS, ERROR, "decorator/level"),
  /** A class without functions of the language. */
  PROGRAM_EMPTY(FUNCTIONS, ERROR, "program/empty"),
  /** Two functions of one name in a program. */
  PROGRAM_NAME_CONFLICT(FUNCTIONS, ERROR, "program/name-conflict"),
  /** A function attribute that is misplaced, unknown or given twice. */
  FUNCTION_ATTRIBUTE(FUNCTIONS, ERROR, "function/attribute"),
  /** An external kernel that is no AIC or AIV function or has a body. */
  FUNCTION_EXTERNAL(FUNCTIONS, ERROR, "function/external"),
  /** An external kernel whose C++ file is not there. */
  FUNCTION_EXTERNAL_SOURCE(FUNCTIONS, ERROR, "function/external-source"),
  /** A Group that calls an external kernel with other arguments than its own. */
  GROUP_EXTERNAL_MEMBER(FUNCTIONS, ERROR, "group/external-member"),
  /** A sub-worker that takes self. */
  FUNCTION_SUB_WORKER(FUNCTIONS, ERROR, "function/sub-worker"),

  /** A for loop over something that is no loop of the language. */
  LOOP_ITERATOR(LOOPS, ERROR, "loop/iterator"),
  /** A loop target of the wrong form. */
  LOOP_TARGET(LOOPS, ERROR, "loop/target"),
  /** Bounds that are missing. */
  LOOP_BOUNDS(LOOPS, ERROR, "loop/bounds"),
  /** A keyword that this loop does not take. */
  LOOP_KEYWORD(LOOPS, ERROR, "loop/keyword"),
  /** Initial values of the wrong form or number. */
  LOOP_INIT_VALUES(LOOPS, ERROR, "loop/init-values"),
  /** A loop that is unrolled over bounds unknown while compiling, or with step 0. */
  LOOP_UNROLL(LOOPS, ERROR, "loop/unroll"),
  /** An unrolled loop that reads a value which a loop around it carries. */
  LOOP_UNROLL_READS_CARRY(LOOPS, ERROR, "loop/unroll-reads-carry"),
  /** An unrolled loop with more iterations than the compiler unrolls. */
  LOOP_UNROLL_TOO_LONG(LOOPS, ERROR, "loop/unroll-too-long"),
  /** Nested unrolled loops that make too many statements. */
  LOOP_UNROLL_TOO_MUCH(LOOPS, ERROR, "loop/unroll-too-much"),
  /** A pipelined loop without a stage count, or a stage count elsewhere. */
  LOOP_STAGE(LOOPS, ERROR, "loop/stage"),
  /** Bounds of a pipelined loop that leave no room for its stages. */
  LOOP_PIPELINE_BOUNDS(LOOPS, ERROR, "loop/pipeline-bounds"),
  /** A while_ loop without its condition. */
  LOOP_CONDITION(LOOPS, ERROR, "loop/condition"),
  /** A yield without target in a loop that carries values. */
  LOOP_YIELD_TARGET(LOOPS, ERROR, "loop/yield-target"),
  /** As many yielded values as carried ones are needed. */
  LOOP_YIELD_COUNT(LOOPS, ERROR, "loop/yield-count"),
  /** A break or continue that has no sequential loop to act on. */
  LOOP_CONTROL(LOOPS, ERROR, "loop/control"),
  /** A parallel loop that carries a TaskId without a number of iterations known beforehand. */
  LOOP_PARALLEL_NEEDS_FIXED_TRIP_COUNT(LOOPS, ERROR, "loop/parallel-needs-fixed-trip-count"),
  /** A value used outside of the loop or branch that defines it. */
  SSA_USED_OUTSIDE_SCOPE(LOOPS, ERROR, "ssa/used-outside-scope"),
  /** A value that a loop assigns first and that may have none behind it. */
  SSA_NO_VALUE_WITHOUT_ITERATION(LOOPS, ERROR, "ssa/no-value-without-iteration"),
  /** A loop body or branch that does not end with the yield it needs. */
  SSA_YIELD_MISSING(LOOPS, ERROR, "ssa/yield-missing"),
  /** A branch that yields another number of values than the other one. */
  SSA_YIELD_COUNT(LOOPS, ERROR, "ssa/yield-count"),
  /** A yield with something behind it, or outside of any loop or branch. */
  LOOP_YIELD_NOT_LAST(LOOPS, ERROR, "loop/yield-not-last"),
  /** A bound of a loop that is no scalar. */
  TYPE_LOOP_BOUND(LOOPS, ERROR, "type/loop-bound"),
  /** A carried value whose type changes from one iteration to the next. */
  TYPE_CARRY_CHANGES(LOOPS, ERROR, "type/carry-changes"),
  /** Branches that yield values of different types under one name. */
  TYPE_BRANCHES_DIFFER(LOOPS, ERROR, "type/branches-differ"),

  /** A with statement that is no region. */
  REGION_UNKNOWN(REGIONS, ERROR, "region/unknown"),
  /** A keyword or argument that a region does not take. */
  REGION_ARGUMENT(REGIONS, ERROR, "region/argument"),
  /** A kernel that the compiler may narrow to windows of its tensors, which is not followed. */
  REGION_WINDOWIZE(REGIONS, INFORMATION, "region/windowize"),
  /** A region without level, or with an unknown one. */
  REGION_LEVEL(REGIONS, ERROR, "region/level"),
  /** A region's name that is no identifier literal. */
  REGION_NAME_HINT(REGIONS, ERROR, "region/name-hint"),
  /** A flag of a region that is no literal. */
  REGION_FLAG(REGIONS, ERROR, "region/flag"),
  /** An optimizations list that cannot be read. */
  REGION_OPTIMIZATIONS(REGIONS, ERROR, "region/optimizations"),
  /** An as clause where there is no task to name. */
  REGION_AS_CLAUSE(REGIONS, ERROR, "region/as-clause"),
  /** An entry of no_dep_args= that is no tensor known at this point. */
  REGION_NO_DEP_ARGS(REGIONS, ERROR, "region/no-dep-args"),
  /** A tensor in no_dep_args= that is no argument of the task. */
  REGION_NO_DEP_NOT_CAPTURED(REGIONS, ERROR, "region/no-dep-not-captured"),
  /** An entry of dumps= that is no tensor known at this point. */
  REGION_DUMPS(REGIONS, ERROR, "region/dumps"),
  /** A region that is split in two ways. */
  REGION_SPLIT_TWICE(REGIONS, ERROR, "region/split-twice"),
  /** A number of blocks that is computed inside the cluster it launches. */
  REGION_BLOCKS_INSIDE_CLUSTER(REGIONS, ERROR, "region/blocks-inside-cluster"),
  /** A hand-placed AUTO scope although the compiler places them. */
  SCOPE_AUTO_NEEDS_AUTO_SCOPE_FALSE(REGIONS, ERROR, "scope/auto-needs-auto-scope-false"),
  /** A MANUAL scope inside another one. */
  SCOPE_MANUAL_IN_MANUAL(REGIONS, ERROR, "scope/manual-in-manual"),
  /** An AUTO scope inside a MANUAL one. */
  SCOPE_AUTO_IN_MANUAL(REGIONS, ERROR, "scope/auto-in-manual"),
  /** A scope with arguments it does not take. */
  SCOPE_ARGUMENT(REGIONS, ERROR, "scope/argument"),
  /** An SPMD launch without a positive number of blocks. */
  SPMD_CORE_NUM(REGIONS, ERROR, "spmd/core-num"),
  /** An SPMD keyword that is unknown or not allowed in this form. */
  SPMD_ARGUMENT(REGIONS, ERROR, "spmd/argument"),
  /** Dependencies on an SPMD form that names no task. */
  SPMD_DEPS_NEED_TASK_ID(REGIONS, ERROR, "spmd/deps-need-task-id"),
  /** An SPMD body that does the same work in every block. */
  SPMD_SAME_WORK(REGIONS, ERROR, "spmd/same-work"),
  /** An SPMD body that launches several kernels. */
  SPMD_SEVERAL_KERNELS(REGIONS, ERROR, "spmd/several-kernels"),
  /** A barrier for all cores in a kernel that never runs on all of them. */
  SPMD_BARRIER(REGIONS, ERROR, "spmd/barrier"),
  /** Launch controls inside a cluster, where there is no task to carry them. */
  SPMD_IN_CLUSTER(REGIONS, ERROR, "spmd/in-cluster"),
  /** A split over vector lanes that is misplaced or cannot be read. */
  SPLIT_AIV_FORM(REGIONS, ERROR, "split-aiv/form"),
  /** A split region in a function that is a kernel. */
  SPLIT_AIV_IN_KERNEL(REGIONS, ERROR, "split-aiv/in-kernel"),
  /** A value handed from core to core outside of a split region. */
  SPLIT_AIV_OUTSIDE(REGIONS, ERROR, "split-aiv/outside"),
  /** A share of a value that the vector lanes have already. */
  SPLIT_AIV_OPERAND(REGIONS, ERROR, "split-aiv/operand"),
  /** A split region that holds work of the cube core. */
  SPLIT_AIV_CUBE_WORK(REGIONS, ERROR, "split-aiv/cube-work"),

  /** A call of something that is no function of the language. */
  CALL_UNKNOWN(LAUNCHES, ERROR, "call/unknown"),
  /** A call of a function that the program does not define. */
  CALL_UNDEFINED_FUNCTION(LAUNCHES, ERROR, "call/undefined-function"),
  /** Too few or too many arguments. */
  CALL_ARGUMENT_COUNT(LAUNCHES, ERROR, "call/argument-count"),
  /** A keyword that the call does not take. */
  CALL_KEYWORD(LAUNCHES, ERROR, "call/keyword"),
  /** Call attributes that cannot be read. */
  CALL_ATTRS(LAUNCHES, ERROR, "call/attrs"),
  /** A call that drops a tensor which the kernel makes. */
  CALL_COMPUTED_RESULT_DROPPED(LAUNCHES, ERROR, "call/computed-result-dropped"),
  /** A dimension that two arguments bind to different extents. */
  CALL_DIMENSIONS(LAUNCHES, ERROR, "call/dimensions"),
  /** A submit that does not name a kernel of the program, or is not unpacked. */
  SUBMIT_FORM(LAUNCHES, ERROR, "submit/form"),
  /** A submit unpacked into another number of results than the kernel has. */
  SUBMIT_RESULTS(LAUNCHES, ERROR, "submit/results"),
  /** A tensor to dump that is no argument of the launch. */
  SUBMIT_DUMPS(LAUNCHES, ERROR, "submit/dumps"),
  /** A tensor to dump that is not named, not known or in the wrong function. */
  DUMP_TAG(LAUNCHES, ERROR, "dump/tag"),
  /** A dependency list that is no list. */
  DEPS_FORM(LAUNCHES, ERROR, "deps/form"),
  /** An entry of a dependency list that is no TaskId. */
  DEPS_ENTRY(LAUNCHES, ERROR, "deps/entry"),
  /** A whole array and single slots in one dependency list. */
  DEPS_ARRAY_AND_SLOTS(LAUNCHES, ERROR, "deps/array-and-slots"),
  /** A comprehension in a dependency list that cannot be unrolled. */
  DEPS_COMPREHENSION(LAUNCHES, ERROR, "deps/comprehension"),
  /** A dependency on a TaskId whose scope has ended in the generated program. */
  DEPS_SCOPE_CLOSED(LAUNCHES, ERROR, "deps/scope-closed"),
  /** A dispatch predicate that the runtime cannot evaluate. */
  PREDICATE_FORM(LAUNCHES, ERROR, "predicate/form"),
  /** A dispatch predicate over elements that cannot be compared. */
  PREDICATE_OPERAND(LAUNCHES, ERROR, "predicate/operand"),
  /** A dispatch predicate that reads what a task writes that it does not wait for. */
  PREDICATE_PRODUCER_NOT_IN_DEPS(LAUNCHES, ERROR, "predicate/producer-not-in-deps"),
  /** An expanded function without result. */
  INLINE_NO_RESULT(LAUNCHES, ERROR, "inline/no-result"),
  /** Functions that expand each other without end. */
  INLINE_RECURSION(LAUNCHES, ERROR, "inline/recursion"),
  /** Inline functions that call each other in a circle. */
  INLINE_RECURSIVE(LAUNCHES, ERROR, "inline/recursive"),
  /** An inline function that assigns a parameter which stands for an expression. */
  INLINE_ASSIGNED_PARAMETER(LAUNCHES, ERROR, "inline/assigned-parameter"),
  /** An inline function that returns before its end. */
  INLINE_EARLY_RETURN(LAUNCHES, ERROR, "inline/early-return"),
  /** An inline function called inside another expression. */
  INLINE_NESTED_CALL(LAUNCHES, ERROR, "inline/nested-call"),
  /** Inline functions that multiply to too many statements. */
  INLINE_TOO_MUCH(LAUNCHES, ERROR, "inline/too-much"),
  /** An inline function that returns a tuple which is not written out. */
  INLINE_RETURNED_TUPLE(LAUNCHES, ERROR, "inline/returned-tuple"),

  /** An operation that does not exist. */
  OP_UNKNOWN_OPERATION(OPERATIONS, ERROR, "op/unknown-operation"),
  /** More positional arguments than the operation takes. */
  OP_TOO_MANY_ARGUMENTS(OPERATIONS, ERROR, "op/too-many-arguments"),
  /** An argument that the operation needs. */
  OP_MISSING_ARGUMENT(OPERATIONS, ERROR, "op/missing-argument"),
  /** A keyword argument that the operation does not have. */
  OP_UNKNOWN_KEYWORD(OPERATIONS, ERROR, "op/unknown-keyword"),
  /** An argument given by position and by keyword. */
  OP_ARGUMENT_GIVEN_TWICE(OPERATIONS, ERROR, "op/argument-given-twice"),
  /** A literal passed by position where the compiler takes one by keyword only. */
  OP_NEEDS_KEYWORD(OPERATIONS, ERROR, "op/needs-keyword"),
  /** An argument of the wrong kind: a tile for a tensor, a scalar for a list. */
  OP_WRONG_KIND(OPERATIONS, ERROR, "op/wrong-kind"),
  /** Tensors and tiles in one call. */
  OP_MIXED_LEVELS(OPERATIONS, ERROR, "op/mixed-levels"),
  /** A scalar of dtype INDEX combined with elements. */
  OP_INDEX_SCALAR(OPERATIONS, ERROR, "op/index-scalar"),
  /** A value that must be known while compiling. */
  OP_NOT_CONSTANT(OPERATIONS, ERROR, "op/not-constant"),
  /** An extent, offset or index that is no integer. */
  OP_NOT_AN_INTEGER(OPERATIONS, ERROR, "op/not-an-integer"),
  /** A value that the operation does not accept. */
  OP_INVALID_ARGUMENT(OPERATIONS, ERROR, "op/invalid-argument"),
  /** Scalars whose dtypes do not go together. */
  OP_SCALAR_DTYPE(OPERATIONS, ERROR, "op/scalar-dtype"),
  /** Arithmetic on something that is no scalar. */
  OP_NOT_A_SCALAR(OPERATIONS, ERROR, "op/not-a-scalar"),
  /** Operands whose shapes do not go together. */
  OP_INCOMPATIBLE_SHAPES(OPERATIONS, ERROR, "op/incompatible-shapes"),
  /** An operand with the wrong number of dimensions. */
  OP_WRONG_RANK(OPERATIONS, ERROR, "op/wrong-rank"),
  /** An operand of a dtype that the operation cannot work on. */
  OP_UNSUPPORTED_DTYPE(OPERATIONS, ERROR, "op/unsupported-dtype"),
  /** Operands whose dtypes must be equal and are not. */
  OP_DTYPE_MISMATCH(OPERATIONS, ERROR, "op/dtype-mismatch"),
  /** A conversion to the dtype that the operand has. */
  OP_CAST_TO_SAME_DTYPE(OPERATIONS, ERROR, "op/cast-to-same-dtype"),
  /** A reduction of nothing. */
  OP_EMPTY_REDUCTION(OPERATIONS, ERROR, "op/empty-reduction"),
  /** Not one index for each dimension. */
  OP_WRONG_INDEX_COUNT(OPERATIONS, ERROR, "op/wrong-index-count"),
  /** A dimension that the operand does not have. */
  OP_AXIS_OUT_OF_RANGE(OPERATIONS, ERROR, "op/axis-out-of-range"),
  /** A read that leaves its source. */
  OP_READ_OUT_OF_BOUNDS(OPERATIONS, ERROR, "op/read-out-of-bounds"),
  /** A write that leaves its target. */
  OP_WRITE_OUT_OF_BOUNDS(OPERATIONS, ERROR, "op/write-out-of-bounds"),
  /** A valid region larger than what holds it. */
  OP_VALID_SHAPE_TOO_LARGE(OPERATIONS, ERROR, "op/valid-shape-too-large"),
  /** A tile whose extent is known only at run time. */
  MEMORY_DYNAMIC_TILE(OPERATIONS, ERROR, "memory/dynamic-tile"),
  /** A tile with an extent of 0 or less. */
  MEMORY_EMPTY_TILE(OPERATIONS, ERROR, "memory/empty-tile"),
  /** An operation that needs more of the vector buffer than there is. */
  MEMORY_VECTOR_BUFFER(OPERATIONS, ERROR, "memory/vector-buffer"),
  /** A tensor in memory as the operand of an operation on tiles. */
  MEMORY_TENSOR_OPERAND(OPERATIONS, ERROR, "memory/tensor-operand"),

  /** A kernel that takes a tile. */
  KERNEL_TILE_PARAMETER(KERNELS, ERROR, "kernel/tile-parameter"),
  /** A kernel that returns a tile. */
  KERNEL_TILE_RESULT(KERNELS, ERROR, "kernel/tile-result"),
  /** A tensor with a layout that does not describe memory. */
  KERNEL_TENSOR_LAYOUT(KERNELS, ERROR, "kernel/tensor-layout"),
  /** A loop of a kernel that counts down. */
  KERNEL_LOOP_STEP(KERNELS, WARNING, "kernel/loop-step"),
  /** A kernel that uses a pipe which it has not set up. */
  PIPE_SET_UP(KERNELS, ERROR, "pipe/set-up"),
  /** More or fewer buffers than the pipes have directions. */
  PIPE_BUFFERS(KERNELS, ERROR, "pipe/buffers"),
  /** Options of a pipe that do not fit together. */
  PIPE_OPTIONS(KERNELS, ERROR, "pipe/options"),
  /** A tile from the other core that is not given free where it was taken. */
  PIPE_FREE(KERNELS, ERROR, "pipe/free"),

  /** A decorator with an argument it does not take, or one that cannot be read. */
  JIT_DECORATOR_ARGUMENT(JIT, ERROR, "jit/decorator-argument"),
  /** A tensor parameter of an entry whose shape and element type nobody says. */
  JIT_TENSOR_WITHOUT_SHAPE(JIT, INCOMPLETE, "jit/tensor-without-shape"),
  /** A tensor parameter that declares a view, which specialising would lose. */
  JIT_TENSOR_VIEW(JIT, ERROR, "jit/tensor-view"),
  /** A parameter of an entry whose annotation says nothing about its type. */
  JIT_PARAMETER_TYPE(JIT, ERROR, "jit/parameter-type"),
  /** A scalar parameter of an entry whose default value is no number. */
  JIT_SCALAR_DEFAULT(JIT, ERROR, "jit/scalar-default"),
  /** A tensor parameter of a helper for which no call gives a tensor of known shape. */
  JIT_ARGUMENT_SHAPE_UNKNOWN(JIT, ERROR, "jit/argument-shape-unknown"),

  /** A call that only the orchestrator of a host makes. */
  DISTRIBUTED_HOST_ONLY(DISTRIBUTED, ERROR, "distributed/host-only"),
  /** A collective that the compiler cannot carry out. */
  DISTRIBUTED_COLLECTIVE(DISTRIBUTED, ERROR, "distributed/collective"),
  /** A deferred wait that the runtime could not take over. */
  DISTRIBUTED_DEFERRED_WAIT(DISTRIBUTED, ERROR, "distributed/deferred-wait"),
  /** A window buffer without a name, or with one that another has. */
  DISTRIBUTED_WINDOW_BUFFER(DISTRIBUTED, ERROR, "distributed/window-buffer"),
  /** A window buffer that no launch on a device takes a window of. */
  DISTRIBUTED_UNUSED_BUFFER(DISTRIBUTED, ERROR, "distributed/unused-buffer"),
  /** A distributed tensor whose communication context is not known. */
  DISTRIBUTED_CONTEXT_UNKNOWN(DISTRIBUTED, ERROR, "distributed/context-unknown"),

  /** An assemble that adds atomically in an Orchestration function. */
  CODEGEN_ATOMIC_ASSEMBLE(CODEGEN, ERROR, "codegen/atomic-assemble"),
  /** A derived edge that the generated code leaves out. */
  CODEGEN_DERIVED_ORDER_LOST(CODEGEN, WARNING, "codegen/derived-order-lost"),
  /** Two buffers that the generated code knows by one name. */
  CODEGEN_WRONG_BUFFER(CODEGEN, WARNING, "codegen/wrong-buffer"),
  /** A break, continue or return that the generated code leaves out. */
  CODEGEN_EXIT_LOST(CODEGEN, WARNING, "codegen/exit-lost"),
  /** A value that a loop hands on after it was overwritten. */
  CODEGEN_CARRY_OVERWRITTEN(CODEGEN, WARNING, "codegen/carry-overwritten"),
  /** A while loop whose body appears once. */
  CODEGEN_WHILE_LOOP_LOST(CODEGEN, WARNING, "codegen/while-loop-lost"),
  /** A window of FP4 elements that starts in the middle of a byte. */
  CODEGEN_FP4_OFFSET(CODEGEN, ERROR, "codegen/fp4-offset"),
  /** A launch of a Graph function. */
  CODEGEN_GRAPH(CODEGEN, ERROR, "codegen/graph"),
  /** Options of a launch on a region inside of a cluster. */
  LAUNCH_OPTIONS_IN_GROUP(CODEGEN, ERROR, "launch/options-in-group"),
  /** An initial value that its dtype does not have. */
  CODEGEN_INIT_VALUE(CODEGEN, ERROR, "codegen/init-value"),
  /** A name that the generated code declares twice in one block. */
  CODEGEN_NAME_DECLARED_TWICE(CODEGEN, WARNING, "codegen/name-declared-twice"),
  /** A name that the generated code uses behind its block. */
  CODEGEN_NAME_OUTSIDE_ITS_BLOCK(CODEGEN, WARNING, "codegen/name-outside-its-block"),
  /** A dtype that the generated code has no type for. */
  CODEGEN_NO_CPP_TYPE(CODEGEN, WARNING, "codegen/no-cpp-type"),
  /** A number too large for its C++ literal. */
  CODEGEN_NUMBER_TOO_LARGE(CODEGEN, WARNING, "codegen/number-too-large"),
  /** Halves of a kernel that set up their pipe with different slots. */
  CODEGEN_PIPE_SIZE(CODEGEN, ERROR, "codegen/pipe-size"),
  /** A name that is a word of C++. */
  CODEGEN_RESERVED_NAME(CODEGEN, WARNING, "codegen/reserved-name"),
  /** A carry that the generated code starts from a name it does not declare. */
  CODEGEN_UNDECLARED_CARRY_NAME(CODEGEN, WARNING, "codegen/undeclared-carry-name"),
  /** A name that the generated code does not declare. */
  CODEGEN_UNDECLARED_NAME(CODEGEN, WARNING, "codegen/undeclared-name"),
  /** A view that the code generator cannot write. */
  CODEGEN_UNSUPPORTED_VIEW(CODEGEN, ERROR, "codegen/unsupported-view"),
  /** A program on which the compiler itself fails. */
  COMPILER_INTERNAL_ERROR(CODEGEN, ERROR, "compiler/internal-error"),
  /** A fault of our own. */
  ORCHLENS_DEFECT(CODEGEN, INFORMATION, "orchlens/defect"),
  /** A file of whose text nothing is known any more. */
  ORCHLENS_OUT_OF_STEP(CODEGEN, WARNING, "orchlens/out-of-step"),
  /** A file that wants more memory than there is. */
  ORCHLENS_TOO_LARGE(CODEGEN, WARNING, "orchlens/too-large");

  private final Category category;
  private final Severity severity;
  private final String section;

  Code(Category category, Severity severity, String section) {
    this.category = category;
    this.severity = severity;
    this.section = section;
  }

  /** Returns the chapter of docs/diagnostics.md that it stands in. */
  public Category category() {
    return category;
  }

  /** Returns how bad it is; what is shown of it may be less where something excuses it. */
  public Severity severity() {
    return severity;
  }

  /** Returns the code as users see it, the title of its section, and never changed. */
  public String section() {
    return section;
  }

  /** Returns the code as users see it. */
  @Override
  public String toString() {
    return section;
  }
}
