/// Texts that are not JSON in a string, a comment or the keys of an object.
let jsonTextMistakes = [
  Mistake(
    "\"abc",
    #"""
    a.json:1:1: error: missing closing quote
    "abc
    ^
    """#),
  Mistake(
    "\"abc\n\"",
    #"""
    a.json:1:1: error: expected a closing double quote, got a text that does not end on its \#
    line; use \n for a line end inside the text
    "abc
    ^
    """#),
  Mistake(
    "\"a\tb\"",
    #"""
    a.json:1:3: error: expected an escape, got a tab inside a text; use \t
    "a	b"
      ^
    """#),
  Mistake(
    "\"a\u{1}b\"",
    #"""
    a.json:1:3: error: expected an escape, got a control character inside a text; use \u \#
    followed by four hexadecimal digits
    "a�b"
      ^
    """#),
  Mistake(
    "\"\\q\"",
    #"""
    a.json:1:2: error: unknown escape; use \" \\ \/ \b \f \n \r \t or \uXXXX; \\ is a backslash
    "\q"
     ^
    """#),
  Mistake(
    "\"\\",
    #"""
    a.json:1:2: error: unknown escape; use \" \\ \/ \b \f \n \r \t or \uXXXX; \\ is a backslash
    "\
     ^
    """#),
  Mistake(
    "\"\\u12\"",
    #"""
    a.json:1:2: error: \u needs four hexadecimal digits, such as \u00e9; write the character itself
    "\u12"
     ^
    """#),
  Mistake(
    "\"\\u12G4\"",
    #"""
    a.json:1:2: error: \u needs four hexadecimal digits, such as \u00e9; write the character itself
    "\u12G4"
     ^
    """#),
  Mistake(
    "\"\\ud800\"",
    #"""
    a.json:1:2: error: this \u escape is half of a surrogate pair; write the character itself
    "\ud800"
     ^
    """#),
  Mistake(
    "\"\\ud800\\u0041\"",
    #"""
    a.json:1:2: error: this \u escape is half of a surrogate pair; write the character itself
    "\ud800\u0041"
     ^
    """#),
  Mistake(
    "\"\\udc00\"",
    #"""
    a.json:1:2: error: this \u escape is half of a surrogate pair; write the character itself
    "\udc00"
     ^
    """#),
  Mistake(
    "/* x",
    #"""
    a.json:1:1: error: this comment has no end; close it with */
    /* x
    ^
    """#),
  Mistake(
    "/ x",
    #"""
    a.json:1:1: error: expected a value or a comment, got "/" outside a text; use // or /* … */
    / x
    ^
    """#),
  Mistake(
    "[é]",
    #"""
    a.json:1:2: error: expected a JSON value, got the bare word "é"; put the text in double quotes
    [é]
     ^
    """#),
  Mistake(
    "{\"a\": 1, \"a\": 2}",
    #"""
    a.json:1:10: error: duplicate key "a", first at 1:2
    {"a": 1, "a": 2}
             ^
    """#),
  Mistake(
    "[1}",
    #"""
    a.json:1:3: error: expected "," or "]", got "}" in the list that starts at 1:1; use a comma \#
    between the values, or the closing "]"
    [1}
      ^
    """#),
  Mistake(
    "# x\n{}",
    #"""
    a.json:1:1: error: expected a JSON value, got "#" where a value should be; use a text in \#
    double quotes, a number, true, false, null, [ or {
    # x
    ^
    """#),
]

let jsonMistakes = jsonSyntaxMistakes + jsonTextMistakes
