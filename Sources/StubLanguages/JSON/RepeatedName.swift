/// A name that is repeated in its object.
package struct RepeatedName: Sendable {
  package let name: JSONToken
  /// The previous occurrence.
  package let first: JSONToken
  /// The name of the object, if it is a member of another one.
  package let holder: JSONToken?
  /// Whether the value of the previous occurrence is an object.
  package let isObject: Bool

  /// Creates the repetition of a name; all parameters are indexes in the tokens.
  package init(_ name: Int, after first: Int, in object: Int, of tokens: [JSONToken]) {
    self.name = tokens[name]
    self.first = tokens[first]
    let before = object > 0 ? tokens[object - 1] : nil
    holder = before?.kind == .name || before?.kind == .earlierName ? before : nil
    isObject = first + 1 < tokens.count && tokens[first + 1].kind == .object
  }
}
