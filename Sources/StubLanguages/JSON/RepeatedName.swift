/// A name that occurs again in the same object.
package struct RepeatedName: Sendable {
  package let name: JSONToken
  /// The previous occurrence of the name.
  package let first: JSONToken
  /// The name of the member whose value is the object; `nil` if the object is not the
  /// value of a member.
  package let holder: JSONToken?
  /// Whether the value of the previous occurrence is an object.
  package let isObject: Bool

  /// Creates the repetition of a name; `name`, `first` and `object` are indexes of tokens.
  package init(_ name: Int, after first: Int, in object: Int, of tokens: [JSONToken]) {
    self.name = tokens[name]
    self.first = tokens[first]
    let before = object > 0 ? tokens[object - 1] : nil
    holder = before?.kind == .name || before?.kind == .earlierName ? before : nil
    isObject = first + 1 < tokens.count && tokens[first + 1].kind == .object
  }
}
