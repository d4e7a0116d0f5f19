/// The host and port that a template asks for.
struct TemplateAuthority: Sendable {
  private enum Port: Sendable {
    /// The scheme's own port.
    case standard
    case number(Int)
    case variable(TemplateSequence)
  }

  /// The host when no variable is in it, as `RequestURL` has it.
  let literalHost: String?
  private let host: TemplateSequence
  private let port: Port

  init(_ parts: [TemplatePart]) {
    let parts = Self.withoutUserInfo(parts)
    var host = parts
    var port = Port.standard
    if let colon = Self.portColon(in: parts), case .literal(let text) = parts[colon.part] {
      let behind = String(text[text.index(after: colon.index)...])
      let rest = (behind.isEmpty ? [] : [TemplatePart.literal(behind)]) + parts[(colon.part + 1)...]
      host = parts[..<colon.part] + [.literal(String(text[..<colon.index]))]
      port = .variable(TemplateSequence(rest, anyText: true))
      if rest.isEmpty { port = .standard }
      if rest.count == 1, let number = Int(behind) { port = .number(number) }
    }
    host = host.compactMap { part in
      guard case .literal(let text) = part else { return part }
      let name = text.lowercasedASCII().filter { $0 != "[" && $0 != "]" }
      return name.isEmpty ? nil : .literal(name)
    }
    self.port = port
    self.host = TemplateSequence(host, anyText: true)
    let names = host.map { if case .literal(let text) = $0 { text } else { "" } }
    literalHost = self.host.isLiteral ? RequestURL.canonicalHost(names.joined()) : nil
  }

  /// Compares with the request's host and port; `scheme` is the template's own, if it names one.
  func match(
    _ target: RequestURL, scheme: String?, into bindings: inout TemplateBindings
  ) -> Bool {
    guard let name = target.host else { return false }
    if let literalHost {
      guard name == literalHost else { return false }
    } else {
      guard let captures = host.fit(EncodedText(name).units[...]), bindings.bind(captures)
      else { return false }
    }
    let standard = RequestURL.defaultPort(of: target.scheme ?? scheme)
    let actual = target.port ?? standard
    switch port {
    case .standard: return actual == (RequestURL.defaultPort(of: scheme) ?? standard)
    case .number(let number): return actual == number
    case .variable(let sequence):
      guard let actual else { return false }
      let captures = sequence.fit(EncodedText(String(actual)).units[...])
      return captures.map { bindings.bind($0) } ?? false
    }
  }

  private static func withoutUserInfo(_ parts: [TemplatePart]) -> [TemplatePart] {
    for (index, part) in parts.enumerated().reversed() {
      guard case .literal(let text) = part, let at = text.lastIndex(of: "@") else { continue }
      return [.literal(String(text[text.index(after: at)...]))] + parts[(index + 1)...]
    }
    return parts
  }

  /// The last colon that is not within the brackets of an IPv6 address.
  private static func portColon(in parts: [TemplatePart]) -> (part: Int, index: String.Index)? {
    for (part, value) in parts.enumerated().reversed() {
      guard case .literal(let text) = value else { continue }
      for index in text.indices.reversed() {
        if text[index] == "]" { return nil }
        if text[index] == ":" { return (part, index) }
      }
    }
    return nil
  }
}
