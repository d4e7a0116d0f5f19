/// Texts that are not JSON, and what is printed about them.
let jsonSyntaxMistakes = [
  Mistake(
    "",
    #"""
    a.json:1:1: error: expected a JSON value, got the end of the file where a value should be; \#
    use a text in double quotes, a number, true, false, null, [ or {
    """#),
  Mistake(
    "  \n",
    #"""
    a.json:2:1: error: expected a JSON value, got the end of the file where a value should be; \#
    use a text in double quotes, a number, true, false, null, [ or {
    """#),
  Mistake(
    "{a: 1}",
    #"""
    a.json:1:2: error: expected a key in double quotes, got "a" where a key should be; use \#
    "key": value
    {a: 1}
     ^
    """#),
  Mistake(
    "{\"a\" 1}",
    #"""
    a.json:1:6: error: expected ":" and a value, got "1" after the key "a"; use "key": value
    {"a" 1}
         ^
    """#),
  Mistake(
    "{\"a\": 1 \"b\": 2}",
    #"""
    a.json:1:9: error: expected "," or "}", got "\"" in the mapping that starts at 1:1; use a \#
    comma between the values, or the closing "}"
    {"a": 1 "b": 2}
            ^
    """#),
  Mistake(
    "{\"a\": 1,, \"b\": 2}",
    #"""
    a.json:1:9: error: expected a key in double quotes, got "," where a key should be; remove \#
    the comma
    {"a": 1,, "b": 2}
            ^
    """#),
  Mistake(
    "{\"a\"",
    #"""
    a.json:1:5: error: expected ":" and a value, got the end of the file after the key "a"; use \#
    "key": value
    {"a"
        ^
    """#),
  Mistake(
    "{\"a\":",
    #"""
    a.json:1:6: error: expected a JSON value, got the end of the file where a value should be; \#
    use a text in double quotes, a number, true, false, null, [ or {
    {"a":
         ^
    """#),
  Mistake(
    "[1 2]",
    #"""
    a.json:1:4: error: expected "," or "]", got "2" in the list that starts at 1:1; use a comma \#
    between the values, or the closing "]"
    [1 2]
       ^
    """#),
  Mistake(
    "[1",
    #"""
    a.json:1:3: error: expected "," or "]", got the end of the file in the list that starts at \#
    1:1; use a comma between the values, or the closing "]"
    [1
      ^
    """#),
  Mistake(
    "[,]",
    #"""
    a.json:1:2: error: expected a JSON value, got "," where a value should be; remove the comma
    [,]
     ^
    """#),
  Mistake(
    "{,}",
    #"""
    a.json:1:2: error: expected a key in double quotes, got "," where a key should be; remove \#
    the comma
    {,}
     ^
    """#),
  Mistake(
    "[1,,]",
    #"""
    a.json:1:4: error: expected a JSON value, got "," where a value should be; remove the comma
    [1,,]
       ^
    """#),
  Mistake(
    "[1] 2",
    #"""
    a.json:1:5: error: expected nothing more, got "2" after the end of the document; use one \#
    JSON value per file
    [1] 2
        ^
    """#),
  Mistake(
    "{\"a\": 'x'}",
    #"""
    a.json:1:7: error: expected text in double quotes, got "'" where a value should be; use \#
    double quotes instead of single ones
    {"a": 'x'}
          ^
    """#),
  Mistake(
    "{\"a\": True}",
    #"""
    a.json:1:7: error: unknown value "True"; did you mean true?
    {"a": True}
          ^
    """#),
  Mistake(
    "[nul]",
    #"""
    a.json:1:2: error: unknown value "nul"; did you mean null?
    [nul]
     ^
    """#),
  Mistake(
    "[hello]",
    #"""
    a.json:1:2: error: expected a JSON value, got the bare word "hello"; put the text in double \#
    quotes
    [hello]
     ^
    """#),
  Mistake(
    "[NaN]",
    #"""
    a.json:1:2: error: expected a JSON value, got the bare word "NaN"; put the text in double \#
    quotes
    [NaN]
     ^
    """#),
  Mistake(
    "[-]",
    #"""
    a.json:1:3: error: expected a digit, got "]" in the number; use a number such as 1, 0.5 or 1e3
    [-]
      ^
    """#),
  Mistake(
    "[-x]",
    #"""
    a.json:1:3: error: expected a digit, got "x" in the number; use a number such as 1, 0.5 or 1e3
    [-x]
      ^
    """#),
  Mistake(
    "[+1]",
    #"""
    a.json:1:2: error: expected a JSON value, got "+" where a value should be; use a text in \#
    double quotes, a number, true, false, null, [ or {
    [+1]
     ^
    """#),
  Mistake(
    "[.5]",
    #"""
    a.json:1:2: error: expected a JSON value, got "." where a value should be; use a text in \#
    double quotes, a number, true, false, null, [ or {
    [.5]
     ^
    """#),
  Mistake(
    "[1.]",
    #"""
    a.json:1:4: error: expected a digit, got "]" after the decimal point; use a number such as \#
    1, 0.5 or 1e3
    [1.]
       ^
    """#),
  Mistake(
    "[1e]",
    #"""
    a.json:1:4: error: expected a digit, got "]" in the exponent; use a number such as 1, 0.5 \#
    or 1e3
    [1e]
       ^
    """#),
  Mistake(
    "[01]",
    #"""
    a.json:1:3: error: JSON numbers have no leading zero; remove the zero, or put the number in \#
    quotes
    [01]
      ^
    """#),
  Mistake(
    "[0x1F]",
    #"""
    a.json:1:3: error: expected the end of the number, got "x" in a number; put the value in \#
    double quotes
    [0x1F]
      ^
    """#),
  Mistake(
    "[1.2.3]",
    #"""
    a.json:1:5: error: expected the end of the number, got "." in a number; put the value in \#
    double quotes
    [1.2.3]
        ^
    """#),
  Mistake(
    "[1_000]",
    #"""
    a.json:1:3: error: expected the end of the number, got "_" in a number; put the value in \#
    double quotes
    [1_000]
      ^
    """#),
]
