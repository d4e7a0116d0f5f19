import StubCore
import Synchronization

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

extension Exchange {
  func storeCookies(of head: ResponseHead) {
    guard let url = request.url, request.httpShouldHandleCookies else { return }
    context.settings.cookies?.store(
      head.headers, from: url, mainDocument: request.mainDocumentURL)
  }

  /// Whether the response may be delivered in one, as it neither leads on nor is large.
  func canDeliverWhole(_ plan: ResponsePlan) -> Bool {
    guard let status = plan.head?.status, case .data(let body) = plan.body else { return false }
    return !status.isRedirect && status != .unauthorized && body.count <= PlanSteps.largestStep
  }

  /// Delivers head, body and end.
  func deliverWhole() {
    guard let head = plan.head, case .data(let body) = plan.body else { return }
    storeCookies(of: head)
    deliver(head)
    if life.phase == .running, !body.isEmpty { sink.receive(body) }
    advance()
  }

  func deliver(_ head: ResponseHead) {
    guard let url = request.url, let response = plan.response(for: url) else {
      return fail(
        URLError(.badServerResponse, for: request.url),
        .failed(.network(.badServerResponse)))
    }
    sink.receive(response, expecting: plan.body.count, cache: plan.cachePolicy)
  }

  func deliver(_ source: Player.Piece.Source) -> Bool {
    do {
      switch source {
      case .tail(let data): sink.receive(data)
      case .body(let range):
        guard let data = try bodyReader?.read(range) else { return false }
        sink.receive(data)
      }
      return true
    } catch {
      fail(error, .failed(.error(error)))
      return false
    }
  }
}

extension ResponsePlan {
  /// The response as clients get it.
  ///
  /// Where one plan answers many requests, which mostly are for one URL, the last response is kept:
  /// to make one costs the loading system as much as to deliver it.
  func response(for url: URL) -> HTTPURLResponse? {
    let cache = hostCache { LastResponse() }
    if let kept = cache?.response.withLock({ $0 }), kept.url == url { return kept }
    let made = head.flatMap { HTTPURLResponse($0, url: url) }
    cache?.response.withLock { $0 = made }
    return made
  }
}

private final class LastResponse: Sendable {
  let response = Mutex<HTTPURLResponse?>(nil)
}

extension HTTPURLResponse {
  /// The response as clients get it; fields that occur several times are joined with commas.
  convenience init?(_ head: ResponseHead, url: URL) {
    var fields: [String: String] = [:]
    var seen: Set<HTTPHeaderName> = []
    for field in head.headers.fields where seen.insert(field.name).inserted {
      fields[field.name.rawName] = head.headers[field.name]
    }
    self.init(
      url: Self.responseURL(for: head, url), statusCode: head.status.rawValue,
      httpVersion: "HTTP/1.1", headerFields: fields)
  }

  #if canImport(FoundationNetworking)
  /// The URL, for a challenge with its scheme in upper case: the same URL by RFC 3986 §3.1.
  ///
  /// The loading system would otherwise start to handle the challenge itself and never finish. By
  /// the time a 401 gets here, the delegate has been asked already.
  private static func responseURL(for head: ResponseHead, _ url: URL) -> URL {
    guard head.status == .unauthorized, head.headers.contains(.wwwAuthenticate),
      let scheme = url.scheme
    else { return url }
    let text = url.absoluteString
    return URL(string: scheme.uppercasedASCII() + text.dropFirst(scheme.count)) ?? url
  }
  #else
  private static func responseURL(for head: ResponseHead, _ url: URL) -> URL { url }
  #endif
}

extension ResponseHead {
  /// The head of a response that came from the network.
  init(_ response: HTTPURLResponse) {
    var fields: [String: String] = [:]
    for (name, value) in response.allHeaderFields { fields["\(name)"] = "\(value)" }
    self.init(
      status: HTTPStatusCode(rawValue: response.statusCode), headers: HTTPHeaders(fields))
  }
}
