import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A request that a stub answers on a listener, made from what its matchers tell of themselves.
struct ExampleRequest {
  let request: ReceivedRequest

  /// The first request, stub by stub, that is known to be answered by its stub.
  init?(for stubs: some Sequence<HTTPStub>, in set: StubSet, authority: String) {
    for stub in stubs {
      let methods = stub.methods.isEmpty ? [.get] : stub.methods
      for method in methods.contains(.get) ? [.get] : methods {
        guard let request = Draft(stub, method, authority: authority)?.request,
          set.explain(request).winner?.stub == stub.title
        else { continue }
        self.request = request
        return
      }
    }
    return nil
  }

  /// A command line that sends the request to the listener at `base`.
  func curlCommand(base: String) -> String {
    var words = ["curl"]
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

  /// Fails when a matcher says nothing about the requests it accepts.
  init?(_ stub: HTTPStub, _ method: HTTPMethod, authority: String) {
    self.method = method
    self.authority = authority
    for matcher in stub.matchers where !take(matcher) { return nil }
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
        query: url?.query),
      headers: headers, body: RequestBody(body))
  }

  private mutating func take(_ matcher: any HTTPStubMatcher) -> Bool {
    switch matcher {
    case let matcher as HTTPStubURITemplateMatcher:
      guard let template = matcher.template else { return false }
      let names = template.variableNames
      let values = names.map { ($0, JSONValue.string(Self.value(for: $0))) }
      guard let text = try? template.expand(Dictionary(values) { $1 }) else { return false }
      url = RequestURL(text)
    case let matcher as HTTPStubURLMatcher:
      url = matcher.url
    case let matcher as HTTPStubPathMatcher:
      guard let exact = matcher.exactPath else { return false }
      path = exact
    case let matcher as HTTPStubHostMatcher:
      guard let exact = matcher.exactHost else { return false }
      host = exact
    case let matcher as HTTPStubJSONMatcher:
      guard let value = matcher.value else { return false }
      headers[.contentType] = HTTPContentType.json.rawValue
      body = Data(value.text().utf8)
    case is HTTPStubMethodMatcher:
      break
    default:
      return false
    }
    return true
  }

  /// Something that reads well in the place of a variable.
  private static func value(for variable: String) -> String {
    variable.lowercased().hasSuffix("id") ? "1" : variable
  }
}
