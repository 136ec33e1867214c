/*
 * The tokens of Python 3.13 (The Python Language Reference, "Lexical analysis").
 *
 * What depends on more than the characters at hand is added by Tokenizer, which drives this lexer:
 *  - blanks, comments, line breaks and joined lines, and from them NEWLINE, INDENT and DEDENT;
 *  - the end of a string, which STRING_START only opens, and its kind: STRING, BYTES or FSTRING;
 *  - the soft keywords MATCH, CASE and TYPE, which are NAME everywhere else;
 *  - a comma or semicolon behind which nothing of its list follows (TRAILING_COMMA, TRAILING_SEMICOLON), so that the
 *    parser decides every list with one token of lookahead.
 */
lexer grammar PythonLexer;

tokens {
  NEWLINE,
  INDENT,
  DEDENT,
  STRING,
  BYTES,
  FSTRING,
  MATCH,
  CASE,
  TYPE,
  TRAILING_COMMA,
  TRAILING_SEMICOLON
}

AND: 'and';
AS: 'as';
ASSERT: 'assert';
ASYNC: 'async';
AWAIT: 'await';
BREAK: 'break';
CLASS: 'class';
CONTINUE: 'continue';
DEF: 'def';
DEL: 'del';
ELIF: 'elif';
ELSE: 'else';
EXCEPT: 'except';
FALSE: 'False';
FINALLY: 'finally';
FOR: 'for';
FROM: 'from';
GLOBAL: 'global';
IF: 'if';
IMPORT: 'import';
IN: 'in';
IS: 'is';
LAMBDA: 'lambda';
NONE: 'None';
NONLOCAL: 'nonlocal';
NOT: 'not';
OR: 'or';
PASS: 'pass';
RAISE: 'raise';
RETURN: 'return';
TRUE: 'True';
TRY: 'try';
WHILE: 'while';
WITH: 'with';
YIELD: 'yield';

LPAREN: '(';
RPAREN: ')';
LBRACK: '[';
RBRACK: ']';
LBRACE: '{';
RBRACE: '}';
COMMA: ',';
COLON: ':';
WALRUS: ':=';
SEMICOLON: ';';
DOT: '.';
ELLIPSIS: '...';
ARROW: '->';
AT: '@';
PLUS: '+';
MINUS: '-';
STAR: '*';
POWER: '**';
SLASH: '/';
FLOOR_DIVIDE: '//';
PERCENT: '%';
LEFT_SHIFT: '<<';
RIGHT_SHIFT: '>>';
AMPERSAND: '&';
BAR: '|';
CARET: '^';
TILDE: '~';
LESS: '<';
GREATER: '>';
LESS_EQUAL: '<=';
GREATER_EQUAL: '>=';
EQUAL: '==';
NOT_EQUAL: '!=';
ASSIGN: '=';
PLUS_ASSIGN: '+=';
MINUS_ASSIGN: '-=';
STAR_ASSIGN: '*=';
POWER_ASSIGN: '**=';
SLASH_ASSIGN: '/=';
FLOOR_DIVIDE_ASSIGN: '//=';
PERCENT_ASSIGN: '%=';
AT_ASSIGN: '@=';
AMPERSAND_ASSIGN: '&=';
BAR_ASSIGN: '|=';
CARET_ASSIGN: '^=';
LEFT_SHIFT_ASSIGN: '<<=';
RIGHT_SHIFT_ASSIGN: '>>=';

INTEGER
  : [1-9] ('_'? [0-9])*
  | '0' ('_'? '0')*
  | '0' [xX] ('_'? [0-9a-fA-F])+
  | '0' [oO] ('_'? [0-7])+
  | '0' [bB] ('_'? [01])+
  ;

FLOAT
  : DIGITS EXPONENT
  | DIGITS '.' DIGITS? EXPONENT?
  | '.' DIGITS EXPONENT?
  ;

IMAGINARY: (DIGITS | FLOAT) [jJ];

STRING_START: STRING_PREFIX? ('"""' | '\'\'\'' | '"' | '\'');

// Tokenizer reports the characters outside ASCII that cannot stand in a name.
NAME: [a-zA-Z_\u0080-\uFFFF] [a-zA-Z0-9_\u0080-\uFFFF]*;

// Whatever begins no token: one character, so that the lexer never fails.
UNKNOWN: .;

fragment DIGITS: [0-9] ('_'? [0-9])*;
fragment EXPONENT: [eE] [+-]? DIGITS;
fragment STRING_PREFIX: [rR] [bBfF]? | [bBfF] [rR]? | [uU];
