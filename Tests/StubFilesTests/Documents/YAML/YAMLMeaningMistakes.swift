/// YAML with aliases, keys, tags or numbers that a rule file may not hold.
let yamlMeaningMistakes = [
  Mistake(
    "a: *b\n",
    #"""
    a.yaml:1:4: error: unknown alias *b; define &b first, or quote "*b"
    a: *b
       ^
    """#),
  Mistake(
    "first: &base 1\na: *bsae\n",
    #"""
    a.yaml:2:4: error: unknown alias *bsae; did you mean *base?
    a: *bsae
       ^
    """#),
  Mistake(
    "a: &b [*b]\n",
    #"""
    a.yaml:1:8: error: the alias *b is inside its own value; write the value out
    a: &b [*b]
           ^
    """#),
  Mistake(
    "a: 1\nb: 2\n\"a\": 3\n",
    #"""
    a.yaml:3:1: error: duplicate key "a", first at 1:1
    "a": 3
    ^
    """#),
  Mistake(
    "a: {b: 1, b: 2}\n",
    #"""
    a.yaml:1:11: error: duplicate key "b", first at 1:5
    a: {b: 1, b: 2}
              ^
    """#),
  Mistake(
    "<<: 1\n",
    #"""
    a.yaml:1:5: error: expected a mapping, or a list of mappings, got the number 1 behind the \#
    merge key "<<"; use an alias such as <<: *name, or quotes around "<<" if the text is meant
    <<: 1
        ^
    """#),
  Mistake(
    "<<: [1]\n",
    #"""
    a.yaml:1:5: error: expected a mapping, or a list of mappings, got a list behind the merge \#
    key "<<"; use an alias such as <<: *name, or quotes around "<<" if the text is meant
    <<: [1]
        ^
    """#),
  Mistake(
    "? [a]\n: 1\n",
    #"""
    a.yaml:1:3: error: expected a single value, got a list as a key; use a text as the key, in \#
    quotes if it has special characters
    ? [a]
      ^
    """#),
  Mistake(
    "? {}\n: 3\n",
    #"""
    a.yaml:1:3: error: expected a single value, got an empty mapping as a key; use a text as \#
    the key, in quotes if it has special characters
    ? {}
      ^
    """#),
  Mistake(
    ": 1\n",
    #"""
    a.yaml:1:1: error: expected a key in the same column as the first one, got ":" where a key \#
    should be in the mapping that starts at 1:1; check the indentation and quotes
    : 1
    ^
    """#),
  Mistake(
    "a: !Sub x\n",
    #"""
    a.yaml:1:4: error: expected no tag, or one of !!str, !!null, !!bool, !!int, !!float, \#
    !!binary, !!timestamp, !!seq, !!map, got the unknown tag !Sub; remove the tag
    a: !Sub x
       ^
    """#),
  Mistake(
    "a: !!set {a}\n",
    #"""
    a.yaml:1:4: error: expected no tag, or one of !!str, !!null, !!bool, !!int, !!float, \#
    !!binary, !!timestamp, !!seq, !!map, got the unknown tag !!set; remove the tag
    a: !!set {a}
       ^
    """#),
  Mistake(
    "a: !!str [1]\n",
    #"""
    a.yaml:1:4: error: expected no tag, or one of !!str, !!null, !!bool, !!int, !!float, \#
    !!binary, !!timestamp, !!seq, !!map, got the tag !!str on a value of another kind; remove \#
    the tag
    a: !!str [1]
       ^
    """#),
  Mistake(
    "a: !!seq {}\n",
    #"""
    a.yaml:1:4: error: expected no tag, or one of !!str, !!null, !!bool, !!int, !!float, \#
    !!binary, !!timestamp, !!seq, !!map, got the tag !!seq on a value of another kind; remove \#
    the tag
    a: !!seq {}
       ^
    """#),
  Mistake(
    "a: !!int x\n",
    #"""
    a.yaml:1:4: error: expected a value of that kind, got "x" tagged !!int; remove the tag
    a: !!int x
       ^
    """#),
  Mistake(
    "a: !!map x\n",
    #"""
    a.yaml:1:4: error: expected no tag, or one of !!str, !!null, !!bool, !!int, !!float, \#
    !!binary, !!timestamp, !!seq, !!map, got the tag !!map on a value of another kind; remove \#
    the tag
    a: !!map x
       ^
    """#),
  Mistake(
    "a: !<x:y> z\n",
    #"""
    a.yaml:1:4: error: expected no tag, or one of !!str, !!null, !!bool, !!int, !!float, \#
    !!binary, !!timestamp, !!seq, !!map, got the unknown tag !<x:y>; remove the tag
    a: !<x:y> z
       ^
    """#),
  Mistake(
    "a: !!binary \"*\"\n",
    #"""
    a.yaml:1:4: error: expected base64 (RFC 4648), got text tagged !!binary that is not base64; \#
    use `base64` on the file, or remove the tag
    a: !!binary "*"
       ^
    """#),
  Mistake(
    "a: .inf\n",
    #"""
    a.yaml:1:4: error: expected a finite number, got the number .inf, which JSON does not have; \#
    quote it if it is text
    a: .inf
       ^
    """#),
  Mistake(
    "a: -.INF\n",
    #"""
    a.yaml:1:4: error: expected a finite number, got the number -.INF, which JSON does not \#
    have; quote it if it is text
    a: -.INF
       ^
    """#),
  Mistake(
    "a: .nan\n",
    #"""
    a.yaml:1:4: error: expected a finite number, got the number .nan, which JSON does not have; \#
    quote it if it is text
    a: .nan
       ^
    """#),
  Mistake(
    "a: 0x11112222333344445\n",
    #"""
    a.yaml:1:4: error: expected a number of at most 64 bits, got the number \#
    0x11112222333344445; quote it if it is text
    a: 0x11112222333344445
       ^
    """#),
]

let yamlMistakes = yamlSyntaxMistakes + yamlMeaningMistakes
