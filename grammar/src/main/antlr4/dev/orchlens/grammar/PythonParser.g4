/*
 * The syntax of Python 3.13 (The Python Language Reference, "Full Grammar specification"), one top-level item
 * at a time.
 *
 * The grammar decides with one token of lookahead and accepts a little more than Python: what stands before "=", ":=",
 * "as" or "in" is read as an expression and checked when the nodes are built. Binary operators are one flat list of
 * operands and operators, ordered by precedence when the nodes are built. Rules carry labels because no parse tree is
 * kept: the labelled parts are all there is.
 */
parser grammar PythonParser;

options {
  tokenVocab = PythonLexer;
  superClass = PythonParserBase;
}

// ---- entry points

item: body = suite EOF;

replacementField: (yielded = yieldExpression | values = expressionList) EOF;

// The block below a head that could not be read; entered by StatementRecovery only.
strayBlock: INDENT body = suite DEDENT;

// ---- statements

suite: statements += statement*;

statement
  : simple += simpleStatement (SEMICOLON simple += simpleStatement)* TRAILING_SEMICOLON? NEWLINE  # simpleLine
  | decorators += decorator+ asynchronous = ASYNC? defined = definition                           # decoratedDefinition
  | defined = definition                                                                          # plainDefinition
  | asynchronous = ASYNC (defined = definition | loop = forLoop | with = withBlock)               # asyncStatement
  | loop = forLoop                                                                                # forStatement
  | with = withBlock                                                                              # withStatement
  | IF test = expression colon = COLON body = block elifs += elifClause* otherwise = elseClause?  # ifStatement
  | WHILE test = expression colon = COLON body = block otherwise = elseClause?                    # whileStatement
  | TRY colon = COLON body = block handlers += exceptClause* otherwise = elseClause?
    lastly = finallyClause?                                                                       # tryStatement
  | MATCH subject = expressionList colon = COLON NEWLINE
    (INDENT cases = caseList DEDENT)?                                                             # matchStatement
  ;

block
  : NEWLINE (INDENT body = suite DEDENT)?
  | simple += simpleStatement (SEMICOLON simple += simpleStatement)* TRAILING_SEMICOLON? NEWLINE
  ;

decorator: AT value = expression NEWLINE;

definition
  : DEF name = NAME types = typeParameters? LPAREN (
      parameters += parameter (COMMA parameters += parameter)* TRAILING_COMMA?
    )? RPAREN (ARROW result = expressionList)? colon = COLON body = block
  | CLASS name = NAME types = typeParameters? (
      LPAREN (arguments += argument (COMMA arguments += argument)* TRAILING_COMMA?)? RPAREN
    )? colon = COLON body = block
  ;

parameter
  : marker = SLASH
  | marker = STAR (name = NAME (COLON annotation = expression)?)?
  | marker = POWER name = NAME (COLON annotation = expression)?
  | name = NAME (COLON annotation = expression)? (ASSIGN value = expression)?
  ;

typeParameters: LBRACK parameters += typeParameter (COMMA parameters += typeParameter)* TRAILING_COMMA? RBRACK;

typeParameter
  : marker = (STAR | POWER)? name = NAME (COLON bound = expression)? (ASSIGN value = expression)?
  ;

forLoop
  : FOR goal = targetList IN iterable = expressionList colon = COLON body = block otherwise = elseClause?
  ;

withBlock: WITH items += withItem (COMMA items += withItem)* colon = COLON body = block;

withItem: context = expression (AS goal = target)?;

elifClause: ELIF test = expression colon = COLON body = block;

elseClause: ELSE colon = COLON body = block;

exceptClause: EXCEPT (type = expression (AS name = NAME)?)? colon = COLON body = block;

finallyClause: FINALLY colon = COLON body = block;

caseList: cases += caseClause*;

caseClause: CASE subject = patternList (IF guard = expression)? colon = COLON body = block;

simpleStatement
  : first = assigned (
      COLON annotation = expression (ASSIGN annotated = assigned)?
      | operator = (
        PLUS_ASSIGN | MINUS_ASSIGN | STAR_ASSIGN | POWER_ASSIGN | SLASH_ASSIGN | FLOOR_DIVIDE_ASSIGN | PERCENT_ASSIGN
        | AT_ASSIGN | AMPERSAND_ASSIGN | BAR_ASSIGN | CARET_ASSIGN | LEFT_SHIFT_ASSIGN | RIGHT_SHIFT_ASSIGN
      ) operand = assigned
      | (ASSIGN more += assigned)*
    )                                                                                             # expressionStatement
  | RETURN value = expressionList?                                                                # returnStatement
  | PASS                                                                                          # passStatement
  | BREAK                                                                                         # breakStatement
  | CONTINUE                                                                                      # continueStatement
  | IMPORT names += dottedAlias (COMMA names += dottedAlias)*                                     # importStatement
  | FROM dots += (DOT | ELLIPSIS)* module = dottedName? IMPORT (
      star = STAR
      | LPAREN names += importAlias (COMMA names += importAlias)* TRAILING_COMMA? RPAREN
      | names += importAlias (COMMA names += importAlias)*
    )                                                                                             # fromStatement
  | RAISE (exception = expression (FROM cause = expression)?)?                                    # raiseStatement
  | ASSERT test = expression (COMMA message = expression)?                                        # assertStatement
  | DEL targets = expressionList                                                                  # deleteStatement
  | GLOBAL names += NAME (COMMA names += NAME)*                                                   # globalStatement
  | NONLOCAL names += NAME (COMMA names += NAME)*                                                 # nonlocalStatement
  | TYPE name = NAME types = typeParameters? ASSIGN value = expression                            # typeStatement
  ;

assigned
  : yielded = yieldExpression
  | values = expressionList
  ;

dottedName: names += NAME (DOT names += NAME)*;

dottedAlias: name = dottedName (AS as = NAME)?;

importAlias: name = NAME (AS as = NAME)?;

// ---- expressions

expressionList: items += expression (COMMA items += expression)* trailing = TRAILING_COMMA?;

expression
  : value = operators (IF test = operators ELSE otherwise = expression | WALRUS named = expression)?
  | star = STAR value = operators (IF test = operators ELSE otherwise = expression)?
  | lambda = LAMBDA (parameters += lambdaParameter (COMMA parameters += lambdaParameter)* TRAILING_COMMA?)?
    COLON body = expression
  ;

lambdaParameter
  : marker = SLASH
  | marker = STAR name = NAME?
  | marker = POWER name = NAME
  | name = NAME (ASSIGN value = expression)?
  ;

yieldExpression: YIELD (from = FROM value = expression | values = expressionList)?;

operators
  : (signs += (NOT | PLUS | MINUS | TILDE))* operands += primary (
      (
        signs += (
          PLUS | MINUS | STAR | POWER | SLASH | FLOOR_DIVIDE | PERCENT | AT | LEFT_SHIFT | RIGHT_SHIFT | AMPERSAND | BAR
          | CARET | LESS | GREATER | LESS_EQUAL | GREATER_EQUAL | EQUAL | NOT_EQUAL | IN | IS | AND | OR
        )
        | signs += NOT signs += IN
      ) (signs += (NOT | PLUS | MINUS | TILDE))* operands += primary
    )*
  ;

primary
  : await = AWAIT? (
      word = (NAME | INTEGER | FLOAT | IMAGINARY | TRUE | FALSE | NONE | ELLIPSIS)
      | strings += (STRING | BYTES | FSTRING)+
      | parenthesized = group
      | list = listDisplay
      | braces = braceDisplay
    ) trailers += trailer*
  ;

trailer
  : DOT name = NAME?
  | LPAREN (arguments += argument (COMMA arguments += argument)* TRAILING_COMMA?)? close = RPAREN
  | LBRACK indices += index (COMMA indices += index)* trailing = TRAILING_COMMA? close = RBRACK
  ;

argument
  : unpack = POWER value = expression
  | value = expression (ASSIGN named = expression | clauses += comprehensionClause+)?
  ;

index
  : lower = expression (colon = COLON upper = expression? (COLON step = expression?)?)?
  | colon = COLON upper = expression? (COLON step = expression?)?
  ;

group
  : LPAREN (
      yielded = yieldExpression
      | elements += groupElement (
        clauses += comprehensionClause+
        | (COMMA elements += groupElement)* trailing = TRAILING_COMMA?
      )
    )? close = RPAREN
  ;

// "as" makes sense in the head of a with statement only.
groupElement: value = expression (AS goal = target)?;

listDisplay
  : LBRACK (
      elements += expression (clauses += comprehensionClause+ | (COMMA elements += expression)* TRAILING_COMMA?)
    )? RBRACK
  ;

braceDisplay
  : LBRACE (
      entries += braceEntry (clauses += comprehensionClause+ | (COMMA entries += braceEntry)* TRAILING_COMMA?)
    )? RBRACE
  ;

braceEntry
  : unpack = POWER value = expression
  | key = expression (colon = COLON value = expression)?
  ;

comprehensionClause
  : asynchronous = ASYNC? FOR goal = targetList IN iterable = operators (IF conditions += operators)*
  ;

targetList: items += target (COMMA items += target)* trailing = TRAILING_COMMA?;

target: star = STAR? value = primary;

// ---- patterns

patternList: items += pattern (COMMA items += pattern)* trailing = TRAILING_COMMA?;

pattern
  : star = STAR name = NAME
  | alternatives += closedPattern (BAR alternatives += closedPattern)* (AS name = NAME)?
  ;

closedPattern
  : sign = MINUS? number = (INTEGER | FLOAT | IMAGINARY) (join = (PLUS | MINUS) imaginary = IMAGINARY)?
  | strings += (STRING | BYTES | FSTRING)+
  | word = (TRUE | FALSE | NONE)
  | names += NAME (DOT names += NAME)* (
      open = LPAREN (arguments += patternArgument (COMMA arguments += patternArgument)* TRAILING_COMMA?)? RPAREN
    )?
  | parenthesis = LPAREN (items += pattern (COMMA items += pattern)* trailing = TRAILING_COMMA?)? RPAREN
  | bracket = LBRACK (items += pattern (COMMA items += pattern)* TRAILING_COMMA?)? RBRACK
  | brace = LBRACE (entries += patternEntry (COMMA entries += patternEntry)* TRAILING_COMMA?)? RBRACE
  ;

patternArgument: value = pattern (ASSIGN named = pattern)?;

patternEntry
  : POWER rest = NAME
  | key = closedPattern COLON value = pattern
  ;
