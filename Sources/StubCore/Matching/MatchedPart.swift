import StubLanguages
import StubPlatform

/// A part of a request that a condition can be about, such as a header field.
///
/// With a ``ValueMatcher`` it makes a ``PartMatcher``. The part has a name for reports, takes its
/// values out of a request, and knows the rules for comparing them, such as letter case.
package enum MatchedPart: Sendable {
  case method
  /// The scheme; every condition accepts a request whose host does not know it.
  case scheme
  /// The host name in lower case, without port and brackets.
  case host
  /// The IP address of the client; requests in a process have none.
  case clientAddress
  /// The decoded path, in which only `%2F` and `%25` stay encoded.
  case path
  /// The text after the last dot of the last path segment.
  case pathExtension
  /// The header fields with that name, each as it was sent.
  case header(HTTPHeaderName)
  /// The header fields whose name matches.
  indirect case headers(named: ValueMatcher)
  /// The cookies with that name, in the same letter case.
  case cookie(String)
  /// The token of the Bearer scheme (RFC 6750 §2.1).
  case bearer
  /// The items with that name in the query or in a form.
  case item(String, in: RequestItems)
  /// The text of the body; a request without a body has no text.
  case body
  /// The values that a JSONPath query selects from the JSON body, as texts.
  indirect case json(JSONSelection)
  /// The values that an XPath expression selects from the XML body.
  indirect case xml(XMLSelection)
  /// A part that a tool derives from the request.
  case derived(DerivedPart)

  package static func query(_ name: String) -> MatchedPart { .item(name, in: .query) }

  package static func form(_ name: String) -> MatchedPart { .item(name, in: .form) }

  /// Returns a part with a name for reports, which a closure takes out of a request.
  package static func derived(
    _ name: String, isAddress: Bool = false,
    values: @escaping @Sendable (ReceivedRequest) -> PartValues
  ) -> MatchedPart { .derived(DerivedPart(name, isAddress: isAddress, values: values)) }
}

/// The values of a part in one request.
package enum PartValues: Sendable {
  case one(String)
  case list([String])
  /// The values of header fields with the same name.
  ///
  /// Joined with commas they mean the same (RFC 9110 §5.3).
  case fields([String])
  /// The text of a body whose coding could not be undone, and why.
  case undecoded(String, UnreadableBody)
  /// The host of the request does not know the part, so every condition accepts it.
  case unknown
  /// The part cannot be read, so no condition accepts it.
  case unreadable(UnreadableBody)
  /// The values could not be determined, with the reason.
  case undecided(String)

  package static let missing = PartValues.list([])

  package init(_ value: String?) { self = value.map { .one($0) } ?? .missing }

  /// The values, without the reasons why there are none.
  package var texts: [String] {
    switch self {
    case .one(let text), .undecoded(let text, _): [text]
    case .list(let texts), .fields(let texts): texts
    case .unknown, .unreadable, .undecided: []
    }
  }
}

/// A part with a name and a closure that takes its values out of a request.
///
/// Matchers that share the instance share the index.
package final class DerivedPart: Sendable, Hashable {
  let subject: Mismatch.Subject
  package let values: @Sendable (ReceivedRequest) -> PartValues

  package init(
    _ name: String, isAddress: Bool = false,
    values: @escaping @Sendable (ReceivedRequest) -> PartValues
  ) {
    subject = Mismatch.Subject(name, isAddress: isAddress)
    self.values = values
  }

  package static func == (left: DerivedPart, right: DerivedPart) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
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
    case .header(let name): Mismatch.Subject("header \(name)")
    case .headers(let name): Mismatch.Subject("header whose name \(name.description)")
    case .cookie(let name): Mismatch.Subject("cookie \(name)")
    case .bearer: Mismatch.Subject("bearer token")
    case .item(let name, let items): Mismatch.Subject("\(items.itemName) \(name)")
    case .body: Mismatch.Subject("body")
    case .json(let selection): Mismatch.Subject("JSON \(selection.text)")
    case .xml(let selection): Mismatch.Subject("XML \(selection.text)")
    case .derived(let part): part.subject
    }
  }

  /// Returns the values of the part in a request.
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

  /// Returns why a request has no value of the part; `nil` if the part is simply missing.
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
  /// The text after the last dot of the last path segment; `nil` if that is empty.
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
  /// Returns the values of the fields whose name, in lower case, matches.
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
