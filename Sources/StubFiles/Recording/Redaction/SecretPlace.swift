/// Where a secret was found, as reports name it: `header Authorization`.
package struct SecretPlace: Sendable, Hashable, CustomStringConvertible {
  /// What kind of place, such as `header`.
  package let kind: String
  package let name: String
  /// Whether it is of the request, not of the response.
  package let isOfRequest: Bool

  package var description: String { name.isEmpty ? kind : "\(kind) \(name)" }
}
