/// The host and port of a URI template.
package struct URIAuthority: Sendable {
  private enum Port: Sendable {
    /// The default port of the scheme.
    case standard
    case number(Int)
    case variable(URISequence)
  }

  /// The host in canonical form, if it has no variables; otherwise `nil`.
  let literalHost: String?
  private let host: URISequence
  private let port: Port

  init(_ parts: [URIPart]) {
    let parts = Self.withoutUserInfo(parts)
    var host = parts
    var port = Port.standard
    if let colon = Self.portColon(in: parts), case .literal(let text) = parts[colon.part] {
      let behind = String(text[text.index(after: colon.index)...])
      let rest = (behind.isEmpty ? [] : [URIPart.literal(behind)]) + parts[(colon.part + 1)...]
      host = parts[..<colon.part] + [.literal(String(text[..<colon.index]))]
      port = .variable(URISequence(rest, in: .other))
      if rest.isEmpty { port = .standard }
      if rest.count == 1, let number = Int(behind) { port = .number(number) }
    }
    host = host.compactMap { part in
      guard case .literal(let text) = part else { return part }
      let name = text.lowercasedASCII().filter { $0 != "[" && $0 != "]" }
      return name.isEmpty ? nil : .literal(name)
    }
    self.port = port
    self.host = URISequence(host, in: .other)
    let names = host.map { if case .literal(let text) = $0 { text } else { "" } }
    literalHost = self.host.isLiteral ? Self.canonicalHost(names.joined()) : nil
  }

  /// Returns whether the host and port of a request match.
  ///
  /// `scheme` is the literal scheme of the template; `nil` if it has none.
  func match(
    _ target: some URIParts, scheme: String?, into bindings: inout URIBindings
  ) -> Bool {
    guard let name = target.host else { return false }
    if let literalHost {
      guard name.hasSameScalars(as: literalHost) else { return false }
    } else {
      guard let captures = host.fit(EncodedText(name).units[...]), bindings.bind(captures)
      else { return false }
    }
    let standard = Self.defaultPort(of: target.scheme ?? scheme)
    let actual = target.port ?? standard
    let named = Self.defaultPort(of: scheme)
    switch port {
    case .number(let number) where number != named: return actual == number
    // A template without a port also matches the port of the listener.
    case .standard, .number:
      return (target.isListenerPort ? standard : actual) == (named ?? standard)
    case .variable(let sequence):
      guard let actual else { return false }
      let captures = sequence.fit(EncodedText(String(actual)).units[...])
      return captures.map { bindings.bind($0) } ?? false
    }
  }

  private static func withoutUserInfo(_ parts: [URIPart]) -> [URIPart] {
    for (index, part) in parts.enumerated().reversed() {
      guard case .literal(let text) = part, let at = text.lastIndex(of: "@") else { continue }
      return [.literal(String(text[text.index(after: at)...]))] + parts[(index + 1)...]
    }
    return parts
  }

  /// Returns the position of the last colon outside of the brackets of an IPv6 address; `nil` if
  /// there is none.
  private static func portColon(in parts: [URIPart]) -> (part: Int, index: String.Index)? {
    for (part, value) in parts.enumerated().reversed() {
      guard case .literal(let text) = value else { continue }
      for index in text.indices.reversed() {
        if text[index] == "]" { return nil }
        if text[index] == ":" { return (part, index) }
      }
    }
    return nil
  }

  /// Returns the default port of a scheme; `nil` if it is unknown.
  package static func defaultPort(of scheme: String?) -> Int? {
    switch scheme {
    case "http", "ws": 80
    case "https", "wss": 443
    default: nil
    }
  }

  /// Returns a host in lower case, without the brackets of an IPv6 address, and without
  /// a dot at the end.
  package static func canonicalHost(_ host: String) -> String {
    var name = host.lowercasedASCII()
    if name.utf8.first == UInt8(ascii: "["), name.utf8.last == UInt8(ascii: "]") {
      name = String(Substring(name.utf8.dropFirst().dropLast()))
    }
    if name.utf8.count > 1, name.utf8.last == UInt8(ascii: ".") {
      name = String(Substring(name.utf8.dropLast()))
    }
    return name
  }
}
