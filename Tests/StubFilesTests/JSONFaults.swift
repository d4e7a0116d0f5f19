/// Texts that are not JSON, and what is printed about them.
let jsonSyntaxFaults = [
  Fault(
    "",
    #"""
    a.json:1:1: error: the end of the file where a value should be; expected a JSON \#
    value; try a text in double quotes, a number, true, false, null, [ or {
    """#),
  Fault(
    "  \n",
    #"""
    a.json:2:1: error: the end of the file where a value should be; expected a JSON \#
    value; try a text in double quotes, a number, true, false, null, [ or {
    """#),
  Fault(
    "{a: 1}",
    #"""
    a.json:1:2: error: "a" where a key should be; expected a key in double quotes; try \#
    "key": value
    {a: 1}
     ^
    """#),
  Fault(
    "{\"a\" 1}",
    #"""
    a.json:1:6: error: "1" after the key "a"; expected ":" and a value; try "key": value
    {"a" 1}
         ^
    """#),
  Fault(
    "{\"a\": 1 \"b\": 2}",
    #"""
    a.json:1:9: error: "\"" in the mapping that starts at line 1, column 1; expected "," \#
    or "}"; try a comma between the values, or the closing "}"
    {"a": 1 "b": 2}
            ^
    """#),
  Fault(
    "{\"a\": 1,, \"b\": 2}",
    #"""
    a.json:1:9: error: "," where a key should be; expected a key in double quotes; try \#
    removing the comma
    {"a": 1,, "b": 2}
            ^
    """#),
  Fault(
    "{\"a\"",
    #"""
    a.json:1:5: error: the end of the file after the key "a"; expected ":" and a value; \#
    try "key": value
    {"a"
        ^
    """#),
  Fault(
    "{\"a\":",
    #"""
    a.json:1:6: error: the end of the file where a value should be; expected a JSON \#
    value; try a text in double quotes, a number, true, false, null, [ or {
    {"a":
         ^
    """#),
  Fault(
    "[1 2]",
    #"""
    a.json:1:4: error: "2" in the list that starts at line 1, column 1; expected "," or \#
    "]"; try a comma between the values, or the closing "]"
    [1 2]
       ^
    """#),
  Fault(
    "[1",
    #"""
    a.json:1:3: error: the end of the file in the list that starts at line 1, column 1; \#
    expected "," or "]"; try a comma between the values, or the closing "]"
    [1
      ^
    """#),
  Fault(
    "[,]",
    #"""
    a.json:1:2: error: "," where a value should be; expected a JSON value; try removing \#
    the comma
    [,]
     ^
    """#),
  Fault(
    "{,}",
    #"""
    a.json:1:2: error: "," where a key should be; expected a key in double quotes; try \#
    removing the comma
    {,}
     ^
    """#),
  Fault(
    "[1,,]",
    #"""
    a.json:1:4: error: "," where a value should be; expected a JSON value; try removing \#
    the comma
    [1,,]
       ^
    """#),
  Fault(
    "[1] 2",
    #"""
    a.json:1:5: error: "2" after the end of the document; expected nothing more; try one \#
    JSON value per file
    [1] 2
        ^
    """#),
  Fault(
    "{\"a\": 'x'}",
    #"""
    a.json:1:7: error: "'" where a value should be; expected text in double quotes; try \#
    double quotes instead of single ones
    {"a": 'x'}
          ^
    """#),
  Fault(
    "{\"a\": True}",
    #"""
    a.json:1:7: error: the bare word "True"; expected a JSON value; did you mean true?
    {"a": True}
          ^
    """#),
  Fault(
    "[nul]",
    #"""
    a.json:1:2: error: the bare word "nul"; expected a JSON value; did you mean null?
    [nul]
     ^
    """#),
  Fault(
    "[hello]",
    #"""
    a.json:1:2: error: the bare word "hello"; expected a JSON value; try the text in \#
    double quotes
    [hello]
     ^
    """#),
  Fault(
    "[NaN]",
    #"""
    a.json:1:2: error: the bare word "NaN"; expected a JSON value; try the text in double \#
    quotes
    [NaN]
     ^
    """#),
  Fault(
    "[-]",
    #"""
    a.json:1:3: error: "]" in the number; expected a digit; try a number such as 1, 0.5 \#
    or 1e3
    [-]
      ^
    """#),
  Fault(
    "[-x]",
    #"""
    a.json:1:3: error: "x" in the number; expected a digit; try a number such as 1, 0.5 \#
    or 1e3
    [-x]
      ^
    """#),
  Fault(
    "[+1]",
    #"""
    a.json:1:2: error: "+" where a value should be; expected a JSON value; try a text in \#
    double quotes, a number, true, false, null, [ or {
    [+1]
     ^
    """#),
  Fault(
    "[.5]",
    #"""
    a.json:1:2: error: "." where a value should be; expected a JSON value; try a text in \#
    double quotes, a number, true, false, null, [ or {
    [.5]
     ^
    """#),
  Fault(
    "[1.]",
    #"""
    a.json:1:4: error: "]" after the decimal point; expected a digit; try a number such \#
    as 1, 0.5 or 1e3
    [1.]
       ^
    """#),
  Fault(
    "[1e]",
    #"""
    a.json:1:4: error: "]" in the exponent; expected a digit; try a number such as 1, 0.5 \#
    or 1e3
    [1e]
       ^
    """#),
  Fault(
    "[01]",
    #"""
    a.json:1:3: error: a number with a leading zero; expected a JSON number; try the \#
    number without the zero, or in quotes
    [01]
      ^
    """#),
  Fault(
    "[0x1F]",
    #"""
    a.json:1:3: error: "x" in a number; expected the end of the number; try the value in \#
    double quotes
    [0x1F]
      ^
    """#),
  Fault(
    "[1.2.3]",
    #"""
    a.json:1:5: error: "." in a number; expected the end of the number; try the value in \#
    double quotes
    [1.2.3]
        ^
    """#),
  Fault(
    "[1_000]",
    #"""
    a.json:1:3: error: "_" in a number; expected the end of the number; try the value in \#
    double quotes
    [1_000]
      ^
    """#),
]
