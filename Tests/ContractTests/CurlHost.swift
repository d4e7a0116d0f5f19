import Foundation
import StubCore
import StubServer
import TestSupport
import Testing

/// The listener over HTTP/2 or TLS, with curl as its client.
struct CurlHost: ContractHost {
  enum Way: Sendable {
    /// HTTP/2 without TLS.
    case http2
    /// HTTP/1.1 over TLS.
    case tls
  }

  /// A curl that knows HTTP/2; says why there is none.
  private static let curl: Tool? = {
    guard let curl = Tool.curl else { return nil }
    // Nothing listens on port 1: with HTTP/2, the connection is what fails (7), not the option.
    let answer = try? ChildProcess.run(
      curl.path, ["--silent", "--http2-prior-knowledge", "http://127.0.0.1:1/"])
    if answer?.code == 7 { return curl }
    print("skipped: \(curl.path) does not know HTTP/2")
    return nil
  }()

  static var isAvailable: Bool { curl != nil }

  private let listener: Listener
  private let way: Way
  /// Of the authority that the listener mints its certificate from.
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init(stubs: StubSet, _ configuration: ListenerConfiguration, by way: Way) throws {
    self.way = way
    var address = ListenAddress.tcp(host: "127.0.0.1", port: 0)
    if way == .tls {
      var tls = TLSConfiguration()
      tls.authorityDirectory = folder.path
      address = .tls(host: "127.0.0.1", port: 0, configuration: tls)
    }
    listener = try Listener(stubs: stubs, addresses: [address], configuration: configuration)
    try listener.start()
  }

  func send(_ request: ContractRequest) async throws -> ContractReply {
    let output = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: output) }
    let reading = request.body == nil ? [] : ["--data-binary", "@-"]
    let result = try await #require(Self.curl).run(
      arguments(for: request) + reading + ["--output", output.path], input: request.body ?? Data())
    return result.code == 0 ? try reply((try? Data(contentsOf: output)) ?? Data()) : .failure
  }

  private var version: String { way == .http2 ? "HTTP/2" : "HTTP/1.1" }

  func stop() {
    listener.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  private func arguments(for request: ContractRequest) -> [String] {
    var arguments = way == .http2 ? ["--http2-prior-knowledge"] : ["--http1.1", "--insecure"]
    arguments += [
      "--silent", "--include", "--globoff", "--path-as-is",
      "--noproxy", "*", "--max-time", "300", "--connect-to", "::127.0.0.1:\(listener.port)",
    ]
    arguments += request.method == "HEAD" ? ["--head"] : ["--request", request.method]
    // Fields that curl would add by itself are turned off, unless the request has its own.
    var fields = request.headers.map { "\($0.name): \($0.value)" }
    for name in ["User-Agent", "Accept", "Content-Type"]
    where !request.headers.contains(where: { $0.name.lowercased() == name.lowercased() }) {
      fields.append("\(name):")
    }
    return arguments + fields.flatMap { ["--header", $0] } + [url(of: request)]
  }

  private func url(of request: ContractRequest) -> String {
    way == .tls
      ? request.url.replacing("http://", with: "https://", maxReplacements: 1) : request.url
  }

  private func reply(_ data: Data) throws -> ContractReply {
    let response = WireResponse(Array(data))
    try #require(response.statusLine.hasPrefix("\(version) "), "\(response.statusLine)")
    return ContractReply(response)
  }
}
