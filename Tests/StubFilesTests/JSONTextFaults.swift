/// Texts that are not JSON in a string, a comment or the keys of an object.
let jsonTextFaults = [
  Fault(
    "\"abc",
    #"""
    a.json:1:1: error: a text that never ends; expected a closing double quote; try \#
    closing the text
    "abc
    ^
    """#),
  Fault(
    "\"abc\n\"",
    #"""
    a.json:1:1: error: a text that does not end on its line; expected a closing double \#
    quote; try \n for a line end inside the text
    "abc
    ^
    """#),
  Fault(
    "\"a\tb\"",
    #"""
    a.json:1:3: error: a tab inside a text; expected an escape; try \t
    "a	b"
      ^
    """#),
  Fault(
    "\"a\u{1}b\"",
    #"""
    a.json:1:3: error: a control character inside a text; expected an escape; try \u \#
    followed by four hexadecimal digits
    "a�b"
      ^
    """#),
  Fault(
    "\"\\q\"",
    #"""
    a.json:1:2: error: an unknown escape; expected one of \" \\ \/ \b \f \n \r \t \uXXXX; \#
    try \\ for a backslash
    "\q"
     ^
    """#),
  Fault(
    "\"\\",
    #"""
    a.json:1:2: error: an unknown escape; expected one of \" \\ \/ \b \f \n \r \t \uXXXX; \#
    try \\ for a backslash
    "\
     ^
    """#),
  Fault(
    "\"\\u12\"",
    #"""
    a.json:1:2: error: \u without four hexadecimal digits; expected an escape such as \#
    \u00e9; try writing the character itself
    "\u12"
     ^
    """#),
  Fault(
    "\"\\u12G4\"",
    #"""
    a.json:1:2: error: \u without four hexadecimal digits; expected an escape such as \#
    \u00e9; try writing the character itself
    "\u12G4"
     ^
    """#),
  Fault(
    "\"\\ud800\"",
    #"""
    a.json:1:2: error: half of a surrogate pair; expected two \u escapes that belong \#
    together; try writing the character itself
    "\ud800"
     ^
    """#),
  Fault(
    "\"\\ud800\\u0041\"",
    #"""
    a.json:1:2: error: half of a surrogate pair; expected two \u escapes that belong \#
    together; try writing the character itself
    "\ud800\u0041"
     ^
    """#),
  Fault(
    "\"\\udc00\"",
    #"""
    a.json:1:2: error: half of a surrogate pair; expected two \u escapes that belong \#
    together; try writing the character itself
    "\udc00"
     ^
    """#),
  Fault(
    "/* x",
    #"""
    a.json:1:1: error: a comment that never ends; expected "*/"; try closing the comment
    /* x
    ^
    """#),
  Fault(
    "/ x",
    #"""
    a.json:1:1: error: "/" outside a text; expected a value or a comment; try // or /* … */
    / x
    ^
    """#),
  Fault(
    "[é]",
    #"""
    a.json:1:2: error: the bare word "é"; expected a JSON value; try the text in double \#
    quotes
    [é]
     ^
    """#),
  Fault(
    "{\"a\": 1, \"a\": 2}",
    #"""
    a.json:1:10: error: duplicate key "a", first written at line 1, column 2; expected \#
    every key once; try removing or renaming one of the two
    {"a": 1, "a": 2}
             ^
    """#),
  Fault(
    "[1}",
    #"""
    a.json:1:3: error: "}" in the list that starts at line 1, column 1; expected "," or \#
    "]"; try a comma between the values, or the closing "]"
    [1}
      ^
    """#),
  Fault(
    "# x\n{}",
    #"""
    a.json:1:1: error: "#" where a value should be; expected a JSON value; try a text in \#
    double quotes, a number, true, false, null, [ or {
    # x
    ^
    """#),
]

let jsonFaults = jsonSyntaxFaults + jsonTextFaults
