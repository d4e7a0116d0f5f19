/// Texts that are not YAML, or not what a rule file may hold, and what is printed about them.
let yamlFaults = [
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
  Fault(
    "a: *b\n",
    #"""
    a.yaml:1:4: error: the alias *b without an anchor; expected &b earlier in the same \#
    document; try adding &b to the value
    a: *b
       ^
    """#),
  Fault(
    "first: &base 1\na: *bsae\n",
    #"""
    a.yaml:2:4: error: the alias *bsae without an anchor; expected &bsae earlier in the \#
    same document; did you mean *base?
    a: *bsae
       ^
    """#),
  Fault(
    "a: &b [*b]\n",
    #"""
    a.yaml:1:8: error: the alias *b inside the value it stands for; expected a value that \#
    ends; try writing the value out
    a: &b [*b]
           ^
    """#),
  Fault(
    "a: 1\nb: 2\n\"a\": 3\n",
    #"""
    a.yaml:3:1: error: duplicate key "a", first written at line 1, column 1; expected \#
    every key once; try removing or renaming one of the two
    "a": 3
    ^
    """#),
  Fault(
    "a: {b: 1, b: 2}\n",
    #"""
    a.yaml:1:11: error: duplicate key "b", first written at line 1, column 5; expected \#
    every key once; try removing or renaming one of the two
    a: {b: 1, b: 2}
              ^
    """#),
  Fault(
    "<<: 1\n",
    #"""
    a.yaml:1:5: error: the number 1 behind the merge key "<<"; expected a mapping, or a \#
    list of mappings; try an alias such as <<: *name, or quotes around "<<" if the text \#
    is meant
    <<: 1
        ^
    """#),
  Fault(
    "<<: [1]\n",
    #"""
    a.yaml:1:5: error: a list behind the merge key "<<"; expected a mapping, or a list of \#
    mappings; try an alias such as <<: *name, or quotes around "<<" if the text is meant
    <<: [1]
        ^
    """#),
  Fault(
    "? [a]\n: 1\n",
    #"""
    a.yaml:1:3: error: a list as a key; expected a single value; try a text as the key, \#
    in quotes if it has special characters
    ? [a]
      ^
    """#),
  Fault(
    "? {}\n: 3\n",
    #"""
    a.yaml:1:3: error: an empty mapping as a key; expected a single value; try a text as the \#
    key, in quotes if it has special characters
    ? {}
      ^
    """#),
  Fault(
    ": 1\n",
    #"""
    a.yaml:1:1: error: ":" where a key should be in the mapping that starts at line 1, \#
    column 1; expected a key in the same column as the first one; try checking the \#
    indentation and quotes
    : 1
    ^
    """#),
  Fault(
    "a: !Sub x\n",
    #"""
    a.yaml:1:4: error: the unknown tag !Sub; expected no tag, or one of !!str, !!null, \#
    !!bool, !!int, !!float, !!binary, !!timestamp, !!seq, !!map; try leaving the tag out
    a: !Sub x
       ^
    """#),
  Fault(
    "a: !!set {a}\n",
    #"""
    a.yaml:1:4: error: the unknown tag !!set; expected no tag, or one of !!str, !!null, \#
    !!bool, !!int, !!float, !!binary, !!timestamp, !!seq, !!map; try leaving the tag out
    a: !!set {a}
       ^
    """#),
  Fault(
    "a: !!str [1]\n",
    #"""
    a.yaml:1:4: error: the tag !!str on a value of another kind; expected no tag, or one \#
    of !!str, !!null, !!bool, !!int, !!float, !!binary, !!timestamp, !!seq, !!map; try \#
    leaving the tag out
    a: !!str [1]
       ^
    """#),
  Fault(
    "a: !!seq {}\n",
    #"""
    a.yaml:1:4: error: the tag !!seq on a value of another kind; expected no tag, or one \#
    of !!str, !!null, !!bool, !!int, !!float, !!binary, !!timestamp, !!seq, !!map; try \#
    leaving the tag out
    a: !!seq {}
       ^
    """#),
  Fault(
    "a: !!int x\n",
    #"""
    a.yaml:1:4: error: "x" tagged !!int; expected a value of that kind; try leaving the \#
    tag out
    a: !!int x
       ^
    """#),
  Fault(
    "a: !!map x\n",
    #"""
    a.yaml:1:4: error: the tag !!map on a value of another kind; expected no tag, or one \#
    of !!str, !!null, !!bool, !!int, !!float, !!binary, !!timestamp, !!seq, !!map; try \#
    leaving the tag out
    a: !!map x
       ^
    """#),
  Fault(
    "a: !<x:y> z\n",
    #"""
    a.yaml:1:4: error: the unknown tag !<x:y>; expected no tag, or one of !!str, !!null, \#
    !!bool, !!int, !!float, !!binary, !!timestamp, !!seq, !!map; try leaving the tag out
    a: !<x:y> z
       ^
    """#),
  Fault(
    "a: !!binary \"*\"\n",
    #"""
    a.yaml:1:4: error: text tagged !!binary that is not base64; expected base64 (RFC \#
    4648); try `base64` on the file, or leaving the tag out
    a: !!binary "*"
       ^
    """#),
  Fault(
    "a: .inf\n",
    #"""
    a.yaml:1:4: error: the number .inf, which JSON does not have; expected a finite \#
    number; try quotes if text is meant
    a: .inf
       ^
    """#),
  Fault(
    "a: -.INF\n",
    #"""
    a.yaml:1:4: error: the number -.INF, which JSON does not have; expected a finite \#
    number; try quotes if text is meant
    a: -.INF
       ^
    """#),
  Fault(
    "a: .nan\n",
    #"""
    a.yaml:1:4: error: the number .nan, which JSON does not have; expected a finite \#
    number; try quotes if text is meant
    a: .nan
       ^
    """#),
  Fault(
    "a: 0x11112222333344445\n",
    #"""
    a.yaml:1:4: error: the number 0x11112222333344445; expected a number of at most 64 \#
    bits; try quotes if text is meant
    a: 0x11112222333344445
       ^
    """#),
]
