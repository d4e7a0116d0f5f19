/// The way from a document's root to one of its values.
package indirect enum DocumentPath: Sendable, Hashable {
  case root
  case key(String, in: DocumentPath)
  case element(Int, in: DocumentPath)

  /// The path as a JSON Pointer (RFC 6901): `/stubs/0/match`, empty for the root.
  package var pointer: String {
    switch self {
    case .root: ""
    case .key(let key, let parent): "\(parent.pointer)/\(Self.escaped(key))"
    case .element(let index, let parent): "\(parent.pointer)/\(index)"
    }
  }

  private static func escaped(_ key: String) -> String {
    var escaped = ""
    for character in key.unicodeScalars {
      switch character {
      case "~": escaped += "~0"
      case "/": escaped += "~1"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
