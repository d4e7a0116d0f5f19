import StubCore
import StubServer
import Testing

/// A place where stubs answer requests, seen from its client.
protocol ContractHost: Sendable {
  func send(_ request: ContractRequest) async throws -> ContractReply
  func stop()
}

/// The hosts, each with a client of its own.
enum HostKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case inProcess = "in-process"
  case http1 = "HTTP/1.1"
  case http2 = "HTTP/2"
  case tls = "TLS"

  /// Those that can be asked on this machine.
  static let available = CurlHost.isAvailable ? allCases : [.inProcess, .http1]

  var testDescription: String { rawValue }

  /// Starts to answer from the stubs; the configuration is for listeners.
  func start(
    _ stubs: StubSet, _ configuration: ListenerConfiguration = ListenerConfiguration()
  ) throws -> any ContractHost {
    switch self {
    case .inProcess: InProcessHost(stubs: stubs)
    case .http1: try ListenerHost(stubs: stubs, configuration)
    case .http2: try CurlHost(stubs: stubs, configuration, by: .http2)
    case .tls: try CurlHost(stubs: stubs, configuration, by: .tls)
    }
  }
}
