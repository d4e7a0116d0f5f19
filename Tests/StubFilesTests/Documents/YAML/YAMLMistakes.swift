/// Texts that are not YAML, or not what a rule file may hold, and what is printed about them.
let yamlSyntaxMistakes = [
  Mistake(
    "a: 1\n\tb: 2\n",
    #"""
    a.yaml:2:1: error: tab in the indentation; use spaces
    	b: 2
    ^
    """#),
  Mistake(
    "a: 1\nb:\n\t- c\n",
    #"""
    a.yaml:3:1: error: tab in the indentation; use spaces
    	- c
    ^
    """#),
  Mistake(
    "a: b: c\n",
    #"""
    a.yaml:1:5: error: ":" in a text without quotes; put the text in quotes: "b: c"
    a: b: c
        ^
    """#),
  Mistake(
    "a: b\n c: d\n",
    #"""
    a.yaml:2:3: error: expected one "key: value" to a line, got a ":" where no key can stand; \#
    quote the value, or check the indentation of the line above
     c: d
      ^
    """#),
  Mistake(
    "a: @x\n",
    #"""
    a.yaml:1:4: error: expected text, a list or a mapping, got "@" at the start of a value; \#
    quote the value
    a: @x
       ^
    """#),
  Mistake(
    "a: `x`\n",
    #"""
    a.yaml:1:4: error: expected text, a list or a mapping, got "`" at the start of a value; \#
    quote the value
    a: `x`
       ^
    """#),
  Mistake(
    "stubs:\n  - name: a\n   match: b\n",
    #"""
    a.yaml:3:4: error: expected "- " in the same column as the first one, got "match" where "- \#
    " should be in the list that starts at 2:3; check the indentation
       match: b
       ^
    """#),
  Mistake(
    "a: 1\nb\n",
    #"""
    a.yaml:2:1: error: expected "key: value", got a line without ":"; add ": " after the key, \#
    or quote a text of several lines
    b
    ^
    """#),
  Mistake(
    "- a\nb: 1\n",
    #"""
    a.yaml:2:1: error: expected "- " in the same column as the first one, got "b" where "- " \#
    should be in the list that starts at 1:1; check the indentation
    b: 1
    ^
    """#),
  Mistake(
    "a: 1\n- b\n",
    #"""
    a.yaml:2:1: error: expected a key in the same column as the first one, got "-" where a key \#
    should be in the mapping that starts at 1:1; check the indentation and quotes
    - b
    ^
    """#),
  Mistake(
    "a: [1, 2\nb: 3\n",
    #"""
    a.yaml:2:2: error: missing "," or "]" in the list that starts at 1:4
    b: 3
     ^
    """#),
  Mistake(
    "a: {x: 1\nb: 3\n",
    #"""
    a.yaml:2:2: error: missing "," or "}" in the mapping that starts at 1:4
    b: 3
     ^
    """#),
  Mistake(
    "a: [1 }\n",
    #"""
    a.yaml:1:7: error: missing "," or "]" in the list that starts at 1:4
    a: [1 }
          ^
    """#),
  Mistake(
    "a: \"abc\n",
    #"""
    a.yaml:1:4: error: missing closing quote
    a: "abc
       ^
    """#),
  Mistake(
    "a: 'abc\n",
    #"""
    a.yaml:1:4: error: missing closing quote
    a: 'abc
       ^
    """#),
  Mistake(
    "a: \"\\q\"\n",
    #"""
    a.yaml:1:5: error: expected an escape such as \n, \t, \", \\ or \u00e9, got an unknown \#
    escape; use \\ for a backslash, or single quotes, which have no escapes
    a: "\q"
        ^
    """#),
  Mistake(
    "a: \"\\u12\"\n",
    #"""
    a.yaml:1:7: error: expected a hexadecimal digit, got "12" in an escape; use \u with four \#
    digits, or the character itself
    a: "\u12"
          ^
    """#),
  Mistake(
    "a: \"\\ud83d\\ude00\"\n",
    #"""
    a.yaml:1:7: error: an escape that is not a character; write the character itself, or all of \#
    it in one escape, such as \U0001F600
    a: "\ud83d\ude00"
          ^
    """#),
  Mistake(
    "%YAML 1.1\n%YAML 1.1\n---\na: 1\n",
    #"""
    a.yaml:2:1: error: invalid YAML: found duplicate %YAML directive; quote the value
    %YAML 1.1
    ^
    """#),
  Mistake(
    "a\nb: 1\n",
    #"""
    a.yaml:2:2: error: expected one "key: value" to a line, got a ":" where no key can stand; \#
    quote the value, or check the indentation of the line above
    b: 1
     ^
    """#),
  Mistake(
    "%YAML 3.0\n---\na\n",
    #"""
    a.yaml:1:1: error: expected %YAML 1.1 or %YAML 1.2, got another version of YAML; remove the \#
    line
    %YAML 3.0
    ^
    """#),
  Mistake(
    "a: \u{1}\n",
    #"""
    a.yaml:1:4: error: expected printable text, got a control character; use an escape such as \#
    "\x1b" in double quotes
    a: �
       ^
    """#),
  Mistake(
    "a: !foo!bar x\n",
    #"""
    a.yaml:1:4: error: expected no tag, or a standard one such as !!str, got an unknown tag; \#
    quote the text if "!" belongs to it
    a: !foo!bar x
       ^
    """#),
  Mistake(
    "a: *\n",
    #"""
    a.yaml:1:5: error: expected letters and digits, got the end of the line in the name of an \#
    anchor or alias; quote the text if "*" or "&" belongs to it
    a: *
        ^
    """#),
  Mistake(
    "\"a\" b\n",
    #"""
    a.yaml:1:5: error: expected "---" before the next document, got "b" after the end of the \#
    document; check the indentation, or add a line with ---
    "a" b
        ^
    """#),
  Mistake(
    "a: - b\n",
    #"""
    a.yaml:1:4: error: expected a value, got a "-" where no list can start; start the list on \#
    its own line
    a: - b
       ^
    """#),
  Mistake(
    "a: |x\n  b\n",
    #"""
    a.yaml:1:5: error: expected the text on the lines below, got "x" where the line should end; \#
    start the text on the next line, or quote it
    a: |x
        ^
    """#),
  Mistake(
    "a: ]\n",
    #"""
    a.yaml:1:4: error: expected a value, got "]" where a value should be; quote the value
    a: ]
       ^
    """#),
]
