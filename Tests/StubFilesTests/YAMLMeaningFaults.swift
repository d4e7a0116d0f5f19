/// YAML with aliases, keys, tags or numbers that a rule file may not hold.
let yamlMeaningFaults = [
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

let yamlFaults = yamlSyntaxFaults + yamlMeaningFaults
