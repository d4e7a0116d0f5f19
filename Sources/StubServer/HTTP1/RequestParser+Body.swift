import StubCore

extension RequestParser {
  /// The bytes of the body that came with its head.
  func bodyCount(after event: Event) -> Int {
    switch event {
    case .request(let incoming): incoming.request.bodyCount
    case .needsInput, .expectsContinue: body.count
    case .failure: 0
    }
  }
}
