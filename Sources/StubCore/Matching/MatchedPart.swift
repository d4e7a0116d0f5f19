import StubLanguages
import StubPlatform

/// A part of a request that a condition can check, such as a header field.
///
/// A part and a ``ValueMatcher`` form a ``PartMatcher``. The part has a name for reports, reads its
/// values from a request, and has rules for comparing them, such as ignoring letter case.
package enum MatchedPart: Sendable {
  case method
  /// The scheme; an unknown scheme, as on a listener without TLS, meets every condition.
  case scheme
  /// The host name in lower case, without port and brackets.
  case host
  /// The IP address of the client; requests of a `URLSession` have none.
  case clientAddress
  /// The decoded path, in which only `%2F` and `%25` stay encoded.
  case path
  /// The text after the last dot of the last path segment.
  case pathExtension
  /// The values of the header fields with this name, one for each field.
  case header(HTTPHeaderName)
  /// The values of all header fields whose name meets a condition.
  indirect case headers(named: ValueMatcher)
  /// The values of the cookies with this name, in exactly this letter case.
  case cookie(String)
  /// The token of the Bearer scheme (RFC 6750 §2.1).
  case bearer
  /// The values of the items with this name, in the query or in a form.
  case item(String, in: RequestItems)
  /// The text of the body; a request without a body has no text.
  case body
  /// The values that a JSONPath query selects from the JSON body, as texts.
  indirect case json(JSONSelection)
  /// The values that an XPath expression selects from the XML body.
  indirect case xml(XMLSelection)
  /// A part whose values a closure derives from the request, as for the stub files of other tools.
  case derived(DerivedPart)

  package static func query(_ name: String) -> MatchedPart { .item(name, in: .query) }

  package static func form(_ name: String) -> MatchedPart { .item(name, in: .form) }

  /// Creates a part whose values a closure derives from a request; reports show the name.
  ///
  /// Stubs are indexed by the part if it has an `id`: parts with the same `id` give the same
  /// values. `presence` is a name that the part of all names has if this part has a value.
  package static func derived(
    _ name: String, id: String? = nil, isAddress: Bool = false,
    presence: (name: String, names: DerivedPart)? = nil,
    values: @escaping @Sendable (ReceivedRequest) -> PartValues
  ) -> MatchedPart {
    .derived(DerivedPart(name, id: id, isAddress: isAddress, presence: presence, values: values))
  }
}

/// The values of a part in one request.
package enum PartValues: Sendable {
  case one(String)
  case list([String])
  /// The values of header fields with the same name.
  ///
  /// They mean the same as one field with the values joined by commas (RFC 9110 §5.3).
  case fields([String])
  /// The text of a body whose content coding could not be decoded, with the reason.
  case undecoded(String, UnreadableContent)
  /// The part is unknown, so that every condition accepts it.
  case unknown
  /// The part cannot be read, so that no condition accepts it; if a body is too large, the result
  /// is undecided.
  case unreadable(UnreadableContent)
  /// The values could not be determined, for this reason.
  case undecided(String)

  package static let missing = PartValues.list([])

  package init(_ value: String?) { self = value.map { .one($0) } ?? .missing }

  /// The values; empty if they are unknown, unreadable or undecided.
  package var texts: [String] {
    switch self {
    case .one(let text), .undecoded(let text, _): [text]
    case .list(let texts), .fields(let texts): texts
    case .unknown, .unreadable, .undecided: []
    }
  }
}

/// A part with a name, and with a closure that derives its values from a request.
///
/// Two parts are equal if they have the same `id`, or if they are identical; stubs with equal parts
/// are indexed together.
package final class DerivedPart: Sendable, Hashable {
  let subject: Mismatch.Subject
  let id: String?
  /// A name that the part of all names has if this part has a value; `nil` if there is none.
  let presence: (name: String, names: DerivedPart)?
  /// Whether the values are names of items.
  let isNames: Bool
  package let values: @Sendable (ReceivedRequest) -> PartValues

  package init(
    _ name: String, id: String? = nil, isAddress: Bool = false, isNames: Bool = false,
    presence: (name: String, names: DerivedPart)? = nil,
    values: @escaping @Sendable (ReceivedRequest) -> PartValues
  ) {
    subject = Mismatch.Subject(name, isAddress: isAddress)
    (self.id, self.isNames, self.presence, self.values) = (id, isNames, presence, values)
  }

  package static func == (left: DerivedPart, right: DerivedPart) -> Bool {
    guard let id = left.id, let other = right.id else { return left === right }
    return id.hasSameScalars(as: other)
  }

  package func hash(into hasher: inout Hasher) {
    if let id { hasher.combine(id) } else { hasher.combine(ObjectIdentifier(self)) }
  }
}

extension MatchedPart {
  /// The name of the part in reports.
  package var subject: Mismatch.Subject {
    switch self {
    case .method: Mismatch.Subject("method")
    case .scheme: Mismatch.Subject("scheme")
    case .host: Mismatch.Subject("host")
    case .clientAddress: Mismatch.Subject("client address")
    case .path: .path
    case .pathExtension: Mismatch.Subject("path extension")
    case .header(let name): Mismatch.Subject("header", name.rawName)
    case .headers(let name): Mismatch.Subject("header whose name", name.description)
    case .cookie(let name): Mismatch.Subject("cookie", name)
    case .bearer: Mismatch.Subject("bearer token")
    case .item(let name, let items): Mismatch.Subject(items.itemName, name)
    case .body: Mismatch.Subject("body")
    case .json(let selection): Mismatch.Subject("JSON", selection.text)
    case .xml(let selection): Mismatch.Subject("XML", selection.text)
    case .derived(let part): part.subject
    }
  }

  /// Returns the values of the part in a request.
  @inline(__always)
  package func values(in request: ReceivedRequest) -> PartValues {
    switch self {
    case .method: .one(request.method.rawValue)
    case .scheme: request.target.scheme.map { .one($0) } ?? .unknown
    case .host: PartValues(request.target.host)
    case .clientAddress: PartValues(request.clientAddress)
    case .path: .one(request.target.readablePath)
    case .pathExtension: PartValues(request.target.pathExtension)
    case .header(let name): .fields(request.headers.values(of: name))
    case .headers(let name): request.headers.values(ofNames: name)
    case .cookie(let name):
      .list(request.cookies.compactMap { $0.name.hasSameScalars(as: name) ? $0.value : nil })
    case .bearer: PartValues(request.credentials(of: "Bearer"))
    case .item(let name, let items): items.values(named: name, in: request)
    case .body: request.textOfBody
    case .json(let selection): selection.values(in: request)
    case .xml(let selection): selection.values(in: request)
    case .derived(let part): part.values(request)
    }
  }

  /// Returns the reason why a request has no value of the part; `nil` if no special reason is
  /// known.
  func absence(in request: ReceivedRequest) -> Mismatch.Finding? {
    switch self {
    case .cookie(let name):
      request.cookies.first { $0.name.looksLike(name) }.map { .lookalike($0.name) }
    case .bearer: .sentence(request.authorizationSummary)
    case .item(let name, let items): items.absence(of: name, in: request)
    case .method, .scheme, .host, .clientAddress, .path, .pathExtension, .header, .headers, .body,
      .json, .xml, .derived:
      nil
    }
  }
}

extension RequestURL {
  /// The text after the last dot of the last path segment; `nil` if there is no text before or
  /// after the dot.
  fileprivate var pathExtension: String? {
    let path = readablePath
    let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let name = path[start...]
    guard let dot = name.lastIndex(of: "."), dot > start, name.index(after: dot) < name.endIndex
    else { return nil }
    return String(name[name.index(after: dot)...])
  }
}

extension HTTPHeaders {
  /// Returns the values of the fields whose name meets a condition, which gets names in lower case.
  fileprivate func values(ofNames name: ValueMatcher) -> PartValues {
    var values: [String] = []
    var doubt: String?
    for field in fields {
      switch name.judge([field.name.canonicalName]) {
      case .accepted: values.append(field.value)
      case .rejected: continue
      case .undecided(let reason): doubt = reason
      }
    }
    if let doubt { return .undecided("\(doubt), on the name of a header field") }
    return .list(values)
  }
}

extension ReceivedRequest {
  /// The body as text; a body that is too large to decode is unreadable.
  fileprivate var textOfBody: PartValues {
    let obstacle = codingObstacle
    if let obstacle, obstacle.isTooLarge { return .unreadable(obstacle) }
    let text = bodyText
    if let obstacle { return .undecoded(text, obstacle) }
    return text.isEmpty ? .missing : .one(text)
  }
}
