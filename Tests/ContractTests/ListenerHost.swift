import Foundation
import StubCore
import StubServer

/// The listener, with a plain socket as its client.
struct ListenerHost: ContractHost {
  private let listener: Listener
  private let port: Int

  init(stubs: StubSet, _ configuration: ListenerConfiguration) throws {
    listener = try Listener(stubs: stubs, port: 0, configuration: configuration)
    try listener.start()
    port = Int(listener.port)
  }

  func send(_ request: ContractRequest) async throws -> ContractReply {
    let port = port
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try SocketClient.send(request, port: port) })
      }
    }
  }

  func stop() { listener.stop() }
}
