import Foundation
import StubCore
import StubServer

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The listener over HTTP/2, with curl as its client.
struct HTTP2Host: ContractHost {
  private static let curl = "/usr/bin/curl"

  /// Whether there is a curl that knows HTTP/2; says why not.
  static let isAvailable: Bool = {
    // Nobody listens on port 1: with HTTP/2, the connection is what fails (7), not the option.
    let answer = try? run(["--silent", "--http2-prior-knowledge", "http://127.0.0.1:1/"])
    if answer?.code != 7 { print("skipped: there is no \(curl) that knows HTTP/2 to ask with") }
    return answer?.code == 7
  }()

  private let listener: Listener

  init(stubs: StubSet) throws {
    listener = try Listener(stubs: stubs, port: 0)
    try listener.start()
  }

  func send(_ request: ContractRequest) async throws -> ContractReply {
    let arguments = arguments(for: request)
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            let (code, output) = try Self.run(arguments, input: request.body)
            return code == 0 ? try Self.reply(output) : .failure
          })
      }
    }
  }

  func stop() { listener.stop() }

  private func arguments(for request: ContractRequest) -> [String] {
    var arguments = [
      "--http2-prior-knowledge", "--silent", "--include", "--globoff", "--path-as-is",
      "--noproxy", "*", "--max-time", "20", "--connect-to", "::127.0.0.1:\(listener.port)",
    ]
    arguments += request.method == "HEAD" ? ["--head"] : ["--request", request.method]
    // Fields that curl would add by itself are turned off, unless the request has its own.
    var fields = request.headers.map { "\($0.name): \($0.value)" }
    for name in ["User-Agent", "Accept", "Content-Type"]
    where !request.headers.contains(where: { $0.name.lowercased() == name.lowercased() }) {
      fields.append("\(name):")
    }
    return arguments + fields.flatMap { ["--header", $0] } + [request.url]
  }

  /// Spawned without Foundation's `Process`, which crashes now and then (its issue 5472).
  private static func run(
    _ arguments: [String], input: Data? = nil
  ) throws -> (code: Int32, output: Data) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (source, output) = (folder.appending(path: "input"), folder.appending(path: "output"))
    try (input ?? Data()).write(to: source)
    var words = [curl] + arguments + ["--output", output.path]
    if input != nil { words += ["--data-binary", "@\(source.path)"] }
    var pointers = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process = pid_t()
    guard posix_spawn(&process, curl, nil, nil, &pointers, environ) == 0 else {
      throw SocketClient.Failure(reason: "cannot run \(curl)")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return (status >> 8 & 0xFF, (try? Data(contentsOf: output)) ?? Data())
  }

  private static func reply(_ data: Data) throws -> ContractReply {
    guard let end = data.firstRange(of: Data("\r\n\r\n".utf8)) else {
      throw SocketClient.Failure(reason: "no end of the head")
    }
    let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.first == "HTTP/2", words.count > 1, let status = Int(words[1]) else {
      throw SocketClient.Failure(reason: "no status line of HTTP/2: \(lines[0])")
    }
    var fields: [String: String?] = [:]
    for line in lines.dropFirst() {
      let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { throw SocketClient.Failure(reason: "no field: \(line)") }
      let (name, value) = (String(sides[0]), sides[1].trimmingCharacters(in: .whitespaces))
      fields[name] = (fields[name] ?? nil).map { "\($0), \(value)" } ?? value
    }
    return .response(status: status, headers: fields, body: Data(data[end.upperBound...]))
  }
}
