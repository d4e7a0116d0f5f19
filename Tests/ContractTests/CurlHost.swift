import Foundation
import StubCore
import StubServer
import TestSupport

/// The listener over HTTP/2 or TLS, with curl as its client.
struct CurlHost: ContractHost {
  enum Way: Sendable {
    /// HTTP/2 without TLS.
    case http2
    /// HTTP/1.1 over TLS.
    case tls
  }

  private static let curl = "/usr/bin/curl"

  /// Whether there is a curl that knows HTTP/2; says why not.
  static let isAvailable: Bool = {
    // Nobody listens on port 1: with HTTP/2, the connection is what fails (7), not the option.
    let answer = try? ChildProcess.run(
      curl, ["--silent", "--http2-prior-knowledge", "http://127.0.0.1:1/"])
    if answer?.code != 7 { print("skipped: there is no \(curl) that knows HTTP/2 to ask with") }
    return answer?.code == 7
  }()

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
    let arguments = arguments(for: request)
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            try reply(to: arguments, body: request.body)
          })
      }
    }
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

  private func reply(to arguments: [String], body: Data?) throws -> ContractReply {
    let output = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: output) }
    let reading = body == nil ? [] : ["--data-binary", "@-"]
    let result = try ChildProcess.run(
      Self.curl, arguments + reading + ["--output", output.path], input: body ?? Data())
    return result.code == 0 ? try reply((try? Data(contentsOf: output)) ?? Data()) : .failure
  }

  private func reply(_ data: Data) throws -> ContractReply {
    guard let end = data.firstRange(of: Data("\r\n\r\n".utf8)) else {
      throw SocketClient.Failure(reason: "no end of the head")
    }
    let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.first == version[...], words.count > 1, let status = Int(words[1]) else {
      throw SocketClient.Failure(reason: "no status line of \(version): \(lines[0])")
    }
    var fields: [String: String?] = [:]
    for line in lines.dropFirst() {
      let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { throw SocketClient.Failure(reason: "no field: \(line)") }
      let (name, value) = (sides[0].lowercased(), sides[1].trimmingCharacters(in: .whitespaces))
      fields[name] = (fields[name] ?? nil).map { "\($0), \(value)" } ?? value
    }
    return .response(status: status, headers: fields, body: Data(data[end.upperBound...]))
  }
}
