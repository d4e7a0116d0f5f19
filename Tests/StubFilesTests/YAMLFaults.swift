/// Texts that are not YAML, or not what a rule file may hold, and what is printed about them.
let yamlSyntaxFaults = [
  Fault(
    "a: 1\n\tb: 2\n",
    #"""
    a.yaml:2:1: error: a tab in the indentation; expected spaces; try two spaces for each \#
    level; YAML does not indent with tabs
    	b: 2
    ^
    """#),
  Fault(
    "a: 1\nb:\n\t- c\n",
    #"""
    a.yaml:3:1: error: a tab in the indentation; expected spaces; try two spaces for each \#
    level; YAML does not indent with tabs
    	- c
    ^
    """#),
  Fault(
    "a: b: c\n",
    #"""
    a.yaml:1:5: error: a ":" where no key can stand; expected one "key: value" to a line; \#
    try quotes around the value, or the indentation of the line above
    a: b: c
        ^
    """#),
  Fault(
    "a: b\n c: d\n",
    #"""
    a.yaml:2:3: error: a ":" where no key can stand; expected one "key: value" to a line; \#
    try quotes around the value, or the indentation of the line above
     c: d
      ^
    """#),
  Fault(
    "a: @x\n",
    #"""
    a.yaml:1:4: error: "@" at the start of a value; expected text, a list or a mapping; \#
    try quotes around the value
    a: @x
       ^
    """#),
  Fault(
    "a: `x`\n",
    #"""
    a.yaml:1:4: error: "`" at the start of a value; expected text, a list or a mapping; \#
    try quotes around the value
    a: `x`
       ^
    """#),
  Fault(
    "stubs:\n  - name: a\n   match: b\n",
    #"""
    a.yaml:3:4: error: "m" where "- " should be in the list that starts at line 2, column \#
    3; expected "- " in the same column as the first one; try checking the indentation
       match: b
       ^
    """#),
  Fault(
    "a: 1\nb\n",
    #"""
    a.yaml:2:1: error: a line that is neither a key nor a value; expected "key: value"; \#
    try a ":" and a space after the key, or quotes around a text of several lines
    b
    ^
    """#),
  Fault(
    "- a\nb: 1\n",
    #"""
    a.yaml:2:1: error: "b" where "- " should be in the list that starts at line 1, column \#
    1; expected "- " in the same column as the first one; try checking the indentation
    b: 1
    ^
    """#),
  Fault(
    "a: 1\n- b\n",
    #"""
    a.yaml:2:1: error: "-" where a key should be in the mapping that starts at line 1, \#
    column 1; expected a key in the same column as the first one; try checking the \#
    indentation and quotes
    - b
    ^
    """#),
  Fault(
    "a: [1, 2\nb: 3\n",
    #"""
    a.yaml:2:2: error: ":" in the list that starts at line 1, column 4; expected "," or \#
    "]"; try a comma between the values, or the closing "]"
    b: 3
     ^
    """#),
  Fault(
    "a: {x: 1\nb: 3\n",
    #"""
    a.yaml:2:2: error: ":" in the mapping that starts at line 1, column 4; expected "," \#
    or "}"; try a comma between the values, or the closing "}"
    b: 3
     ^
    """#),
  Fault(
    "a: [1 }\n",
    #"""
    a.yaml:1:7: error: "}" in the list that starts at line 1, column 4; expected "," or \#
    "]"; try a comma between the values, or the closing "]"
    a: [1 }
          ^
    """#),
  Fault(
    "a: \"abc\n",
    #"""
    a.yaml:1:4: error: a text that never ends; expected a closing quote; try closing the \#
    text
    a: "abc
       ^
    """#),
  Fault(
    "a: 'abc\n",
    #"""
    a.yaml:1:4: error: a text that never ends; expected a closing quote; try closing the \#
    text
    a: 'abc
       ^
    """#),
  Fault(
    "a: \"\\q\"\n",
    #"""
    a.yaml:1:5: error: an unknown escape; expected an escape such as \n, \t, \", \\ or \#
    \u00e9; try \\ for a backslash, or single quotes, which have no escapes
    a: "\q"
        ^
    """#),
  Fault(
    "a: \"\\u12\"\n",
    #"""
    a.yaml:1:7: error: "1" in an escape; expected a hexadecimal digit; try \u with four \#
    digits, or the character itself
    a: "\u12"
          ^
    """#),
  Fault(
    "a\nb: 1\n",
    #"""
    a.yaml:2:2: error: a ":" where no key can stand; expected one "key: value" to a line; \#
    try quotes around the value, or the indentation of the line above
    b: 1
     ^
    """#),
  Fault(
    "%YAML 3.0\n---\na\n",
    #"""
    a.yaml:1:1: error: another version of YAML; expected %YAML 1.1 or %YAML 1.2; try \#
    leaving the line out
    %YAML 3.0
    ^
    """#),
  Fault(
    "a: \u{1}\n",
    #"""
    a.yaml:1:4: error: a control character; expected printable text; try an escape such \#
    as "\x1b" in double quotes
    a: �
       ^
    """#),
  Fault(
    "a: !foo!bar x\n",
    #"""
    a.yaml:1:4: error: an unknown tag; expected no tag, or a standard one such as !!str; \#
    try quotes if the "!" belongs to the text
    a: !foo!bar x
       ^
    """#),
  Fault(
    "a: *\n",
    #"""
    a.yaml:1:5: error: the end of the line in the name of an anchor or alias; expected \#
    letters and digits; try quotes if the "*" or "&" belongs to the text
    a: *
        ^
    """#),
  Fault(
    "\"a\" b\n",
    #"""
    a.yaml:1:5: error: "b" after the end of the document; expected "---" before the next \#
    document; try the indentation of the first line, or a line with ---
    "a" b
        ^
    """#),
  Fault(
    "a: - b\n",
    #"""
    a.yaml:1:4: error: a "-" where no list can start; expected a value; try starting the \#
    list on a line of its own
    a: - b
       ^
    """#),
  Fault(
    "a: |x\n  b\n",
    #"""
    a.yaml:1:5: error: "x" where the line should end; expected the text on the lines \#
    below; try starting the text on the next line, or quotes around it
    a: |x
        ^
    """#),
  Fault(
    "a: ]\n",
    #"""
    a.yaml:1:4: error: "]" where a value should be; expected a value; try quotes around \#
    the value
    a: ]
       ^
    """#),
]
