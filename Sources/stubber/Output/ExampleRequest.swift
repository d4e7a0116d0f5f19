import StubCore

/// A request that a stub answers on a listener, made from the samples of its matchers.
struct ExampleRequest {
  let request: ReceivedRequest

  /// How many stubs are tried.
  private static let stubLimit = 100

  /// The first request, stub by stub, that its stub in the set would answer: a plain one if there is
  /// one, which takes no more than a URL.
  ///
  /// The authority is the listener's host and port.
  init?(for stubs: some Sequence<HTTPStub>, in set: StubSet, authority: String) {
    var first: ReceivedRequest?
    for stub in stubs.prefix(Self.stubLimit) {
      let methods = stub.methods.isEmpty ? [stub.sample.method ?? .get] : stub.methods
      for method in methods.contains(.get) ? [.get] : methods {
        let request = stub.sample.request(method, authority: authority)
        guard set.stub(answering: request)?.id == stub.id else { continue }
        if request.isPlain {
          self.request = request
          return
        }
        first = first ?? request
      }
    }
    guard let first else { return nil }
    request = first
  }

  /// A command line that sends the request to the listener at `base`.
  func curlCommand(base: String, options: [String] = []) -> String {
    let command = CurlCommand(
      request, to: base, options: options, body: request.bodyText
    ) { $0.name != .host || !base.hasSuffix($0.value) }
    return command.description
  }
}

extension ReceivedRequest {
  fileprivate var isPlain: Bool { method == .get && headers.fields.count == 1 && body == nil }
}

extension RequestSample {
  /// The request as a listener with that authority sees it: the scheme unknown, the host from its
  /// own field.
  func request(_ method: HTTPMethod, authority: String) -> ReceivedRequest {
    let host = host ?? authority
    var headers = headers
    headers[.host] = host
    let place = RequestURL("//\(host)")
    return ReceivedRequest(
      method: method,
      target: RequestURL(
        scheme: nil, host: place.host, port: place.port, path: path ?? "/", query: query,
        ownPort: RequestURL("//\(authority)").port),
      headers: headers, body: RequestBody(body), httpVersion: "1.1",
      clientCertificateSubject: nil, isFromListener: true)
  }
}
