/// A part of a request whose values stubs are told apart by when many have the same URL.
package enum KeyedPart: Sendable, Hashable {
  case host
  case header(HTTPHeaderName)
  case cookie(String)
  /// The token of the bearer authorization.
  case bearer
  /// A parameter of the query.
  case query(String)
  /// A field of a URL-encoded form.
  case form(String)
  /// The text of what these names lead to in a JSON body, one below the other.
  case jsonText([String])
  /// The value that these names lead to in a JSON body.
  case jsonValue([String])
  /// The body, read as UTF-8.
  case bodyText
  /// The bytes of the body.
  case bodyBytes

  func hash(of text: String) -> Int { hash { $0.combine(text) } }

  func hash(of value: JSONValue) -> Int { hash { $0.combine(value) } }

  func hash(ofBytes bytes: some Sequence<UInt8>) -> Int {
    hash { for byte in bytes { $0.combine(byte) } }
  }

  private func hash(_ combine: (inout Hasher) -> Void) -> Int {
    var hasher = Hasher()
    hasher.combine(self)
    combine(&hasher)
    return hasher.finalize()
  }

  /// The hashes of the values that the part has in a request.
  func hashes(in request: ReceivedRequest) -> [Int] {
    switch self {
    case .host: request.target.host.map { [hash(of: $0)] } ?? []
    case .header(let name):
      Self.withJoined(request.headers.values(of: name)).map { hash(of: $0) }
    case .cookie(let name):
      request.cookies.compactMap { $0.name == name ? hash(of: $0.value) : nil }
    case .bearer: request.credentials(of: "Bearer").map { [hash(of: $0)] } ?? []
    case .query(let name): hashes(in: request.target.queryItems, named: name)
    case .form(let name): hashes(in: request.formItems, named: name)
    case .jsonText(let names):
      json(at: names, in: request).map { [hash(of: $0.string ?? $0.text())] } ?? []
    case .jsonValue(let names):
      json(at: names, in: request).flatMap { $0.isScalar ? [hash(of: $0)] : nil } ?? []
    case .bodyText: [hash(of: request.bodyText)]
    case .bodyBytes: [request.body.map { hash(ofBytes: $0) } ?? hash(ofBytes: [])]
    }
  }

  /// Fields of one name mean the same as one with their values joined (RFC 9110 §5.3).
  private static func withJoined(_ values: [String]) -> [String] {
    values.count > 1 ? values + [values.joined(separator: ", ")] : values
  }

  private func hashes(in items: [QueryItem], named name: String) -> [Int] {
    items.compactMap { $0.name == name ? hash(of: $0.value ?? "") : nil }
  }

  private func json(at names: [String], in request: ReceivedRequest) -> JSONValue? {
    guard case .success(var value) = request.readableJSON else { return nil }
    for name in names {
      guard case .object(let object) = value, let member = object[name] else { return nil }
      value = member
    }
    return value
  }
}

extension JSONValue {
  fileprivate var isScalar: Bool {
    switch self {
    case .null, .bool, .number, .string: true
    case .array, .object: false
    }
  }
}
