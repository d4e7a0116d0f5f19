import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A request that a stub answers on a listener, made from the values that its matchers expect.
struct ExampleRequest {
  let request: ReceivedRequest

  /// How many stubs are tried.
  private static let stubLimit = 100

  /// The first request, stub by stub, that its stub in the set would answer.
  ///
  /// The authority is the listener's host and port.
  init?(for stubs: some Sequence<HTTPStub>, in set: StubSet, authority: String) {
    for stub in stubs.prefix(Self.stubLimit) {
      let methods = stub.methods.isEmpty ? [.get] : stub.methods
      for method in methods.contains(.get) ? [.get] : methods {
        let request = Draft(stub, method, authority: authority).request
        guard set.stub(answering: request)?.id == stub.id else { continue }
        self.request = request
        return
      }
    }
    return nil
  }

  /// A command line that sends the request to the listener at `base`.
  func curlCommand(base: String, options: [String] = []) -> String {
    var words = ["curl"] + options
    if request.method == .head {
      words.append("--head")
    } else if request.method != .get {
      words += ["-X", request.method.rawValue]
    }
    for field in request.headers.fields where field.name != .host || !base.hasSuffix(field.value) {
      words += ["-H", ShellWord.quoted("\(field.name): \(field.value)")]
    }
    if let body = request.body, !body.isEmpty {
      words += ["--data-binary", ShellWord.quoted(request.bodyText)]
    }
    words.append(ShellWord.quoted(base + request.target.pathAndQuery))
    return words.joined(separator: " ")
  }
}

/// A request in the making, one matcher after the other.
private struct Draft {
  private var url: RequestURL?
  private var host: String?
  private var path: String?
  private var headers = HTTPHeaders()
  private var body: Data?
  private let method: HTTPMethod
  private let authority: String

  /// Matchers that say nothing of the requests they accept are passed over: the draft is tried.
  init(_ stub: HTTPStub, _ method: HTTPMethod, authority: String) {
    self.method = method
    self.authority = authority
    for matcher in stub.matchers { take(matcher) }
  }

  /// As a listener sees it: the scheme unknown, the host from its own field.
  var request: ReceivedRequest {
    let host = host ?? url?.authority ?? authority
    var headers = headers
    headers[.host] = host
    let place = RequestURL("//\(host)")
    return ReceivedRequest(
      method: method,
      target: RequestURL(
        scheme: nil, host: place.host, port: place.port, path: path ?? url?.path ?? "/",
        query: url?.query, ownPort: RequestURL("//\(authority)").port),
      headers: headers, body: RequestBody(body))
  }

  private mutating func take(_ matcher: any HTTPStubMatcher) {
    switch matcher {
    case let matcher as HTTPStubURITemplateMatcher:
      let names = matcher.template?.variableNames ?? []
      let values = names.map { ($0, JSONValue.string(Self.value(for: $0))) }
      let text = try? matcher.template?.expand(Dictionary(values) { $1 })
      url = text.map { RequestURL($0) } ?? url
    case let matcher as HTTPStubURLMatcher:
      url = matcher.url
    case let matcher as HTTPStubPathMatcher:
      path = matcher.exactPath ?? path
    case let matcher as HTTPStubHostMatcher:
      host = matcher.exactHost ?? host
    case let matcher as HTTPStubJSONMatcher:
      headers[.contentType] = HTTPContentType.json.rawValue
      body = matcher.value.map { Data($0.text().utf8) }
    default:
      break
    }
  }

  /// Something that reads well in the place of a variable.
  private static func value(for variable: String) -> String {
    variable.lowercased().hasSuffix("id") ? "1" : variable
  }
}
