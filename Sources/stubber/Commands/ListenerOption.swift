import StubServer

/// An option of `serve` that sets a limit of the listener.
struct ListenerOption: Sendable {
  let option: CommandOption
  let range: ClosedRange<Int>
  let set: @Sendable (inout ListenerConfiguration, Int) -> Void

  init(
    _ name: String, _ value: String, _ summary: String, atLeast lowest: Int = 1,
    atMost highest: Int = .max,
    set: @escaping @Sendable (inout ListenerConfiguration, Int) -> Void
  ) {
    option = CommandOption(name: name, value: value, summary: summary)
    range = lowest...highest
    self.set = set
  }

  func apply(
    _ arguments: Arguments, to configuration: inout ListenerConfiguration
  ) throws(UsageError) {
    if let number = try arguments.number(of: option, in: range) { set(&configuration, number) }
  }

  static let all = [
    ListenerOption("loops", "COUNT", "Threads that serve connections (one a core)", atMost: 1_024) {
      $0.loops = $1
    },
    ListenerOption("max-connections", "COUNT", "Connections open at once (10000)") {
      $0.limits.connections = $1
    },
    ListenerOption("max-head", "BYTES", "Header lines of a request together (65536)") {
      $0.limits.headSize = $1
    },
    ListenerOption("max-headers", "COUNT", "Header lines of a request (128)") {
      $0.limits.headerCount = $1
    },
    ListenerOption("max-body", "BYTES", "Body of a request (67108864)", atLeast: 0) {
      $0.limits.bodySize = $1
    },
    ListenerOption(
      "max-stream-resets", "COUNT", "Broken-off HTTP/2 streams in 20 s (500)", atLeast: 0
    ) {
      $0.limits.streamResets = $1
    },
    ListenerOption("max-idle-frames", "COUNT", "HTTP/2 frames of no use in 20 s (1000)") {
      $0.limits.idleFrames = $1
    },
    ListenerOption(
      "idle-timeout", "SECONDS", "Wait for the next request on a connection (75)",
      atMost: 86_400
    ) {
      $0.timeouts.idle = .seconds($1)
    },
  ]
}
