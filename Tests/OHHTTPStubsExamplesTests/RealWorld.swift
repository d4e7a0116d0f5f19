import HTTPStubber
import StubServer

/// A server on the loopback interface that stands for the real world.
struct RealWorld {
  static let text = "the real world"
  private let listener: Listener

  init() throws {
    let stubs = StubSet()
    stubs.add(stub: HTTPStubRequest().stub(.body(Self.text)))
    listener = try Listener(stubs: stubs, port: 0)
    try listener.start()
  }

  var url: String { listener.url }

  func stop() { listener.stop() }
}
