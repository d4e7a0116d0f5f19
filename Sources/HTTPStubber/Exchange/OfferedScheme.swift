import StubCore

/// One of the ways to authenticate that a `WWW-Authenticate` field offers (RFC 9110 §11.6.1).
struct OfferedScheme: Sendable, Hashable {
  /// In lowercase.
  let name: String
  /// The parameter `realm`, unquoted; `nil` if there is none.
  fileprivate(set) var realm: String?

  /// All schemes of a field, in its order.
  ///
  /// A word followed by `=` is a parameter of the scheme before it, any other a scheme. So the bare token of
  /// a scheme such as Negotiate counts as one too, which no client knows.
  static func all(in field: String) -> [OfferedScheme] {
    var reader = FieldReader(rest: field.unicodeScalars[...])
    var schemes: [OfferedScheme] = []
    while let word = reader.nextWord() {
      guard reader.skipEqualsSign() else {
        schemes.append(OfferedScheme(name: word.lowercasedASCII()))
        continue
      }
      let value = reader.value()
      guard let scheme = schemes.last, scheme.realm == nil, word.lowercasedASCII() == "realm" else {
        continue
      }
      schemes[schemes.count - 1].realm = value
    }
    return schemes
  }
}

/// What is left to read of a field.
private struct FieldReader {
  /// Not characters, because an accent would join the quotation mark before it.
  var rest: Substring.UnicodeScalarView

  /// Returns the next word that is not in quotes; `nil` at the end.
  mutating func nextWord() -> String? {
    while let first = rest.first {
      switch first {
      case "\"": _ = quoted()
      case " ", "\t", ",", "=": rest.removeFirst()
      default: return take { ![" ", "\t", ",", "=", "\""].contains($0) }
      }
    }
    return nil
  }

  /// Skips an equals sign with the blanks around it; returns whether there is one.
  mutating func skipEqualsSign() -> Bool {
    let behind = rest.drop(while: Self.isBlank)
    guard behind.first == "=" else { return false }
    rest = behind.dropFirst().drop(while: Self.isBlank)
    return true
  }

  mutating func value() -> String {
    rest.first == "\"" ? quoted() : take { !Self.isBlank($0) && $0 != "," }
  }

  /// Takes a text in quotes, in which a backslash stands before what is meant as it is.
  private mutating func quoted() -> String {
    rest.removeFirst()
    var text = String.UnicodeScalarView()
    while let next = rest.popFirst(), next != "\"" {
      text.append(next == "\\" ? rest.popFirst() ?? next : next)
    }
    return String(text)
  }

  private mutating func take(while isPart: (Unicode.Scalar) -> Bool) -> String {
    let taken = rest.prefix(while: isPart)
    rest = rest[taken.endIndex...]
    return String(taken)
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
}
