/// Stands in for a response that cannot be made, and says why to whoever asks for it.
struct FailingResponder: HTTPStubResponder {
  let error: ResponderError

  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer {
    throw error
  }
}
