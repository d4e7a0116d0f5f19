/// A name that comes again in its object.
package struct RepeatedName: Sendable {
  package let name: JSONToken
  /// The one before.
  package let first: JSONToken
  /// The name of the object, if it is a member of another one.
  package let holder: JSONToken?
  /// Whether the value of the one before is an object.
  package let isObject: Bool

  /// The name at a place among tokens, after the same one, in an object that begins there.
  package init(_ name: Int, after first: Int, in object: Int, of tokens: [JSONToken]) {
    self.name = tokens[name]
    self.first = tokens[first]
    let before = object > 0 ? tokens[object - 1] : nil
    holder = before?.kind == .name || before?.kind == .earlierName ? before : nil
    isObject = first + 1 < tokens.count && tokens[first + 1].kind == .object
  }
}
