import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

extension TLSTests {
  @Suite struct FaultTLSTests {
    /// What the script prints of one fault.
    private struct Found: Decodable {
      let bytes: String
      let end: String
    }

    /// Asks for all faults in turn.
    ///
    /// The counts say which are to stay open, and with how many bytes; these are read to their end
    /// only when the listener stops, which the last request asks for. Of the others, −1 stands for
    /// a connection that is to be closed, which the script waits for, and −2 for half of one.
    private static let script = """
      import json, re
      context.maximum_version = getattr(ssl.TLSVersion, VERSION)
      def ask(path, fields=""):
        client = connect()
        client.sendall(f"GET {path} HTTP/1.1\\r\\nHost: a\\r\\n{fields}\\r\\n".encode())
        return client
      closing = "Connection: close\\r\\n"
      def without_date(data): return re.sub(rb"Date: [^\\r]* GMT\\r\\n", b"", data)
      def end_of_input(client, count):
        rest(ask("/other", closing))
        try:
          client.sendall(b"x")
          for attempt in range(10_000 if count == -1 else 1):
            rest(ask("/other", closing))
            client.sendall(b"y")
          return "half closed"
        except OSError: return "closed"
      found, open_ones = [], []
      for number, count in enumerate(COUNTS):
        client = ask("/%d" % number)
        data, end = b"", ""
        if count < 0:
          data, end = rest(client)
          if end == "close_notify": end += ", " + end_of_input(client, count)
        else:
          while len(without_date(data)) < count:
            piece = client.recv(65536)
            if not piece: break
            data += piece
          open_ones.append((client, number))
        found.append([data, end])
      rest(ask("/stop", closing))
      for client, number in open_ones:
        data, end = rest(client)
        found[number][0] += data
        found[number][1] = "open, then " + end
      print(json.dumps(
        [{"bytes": without_date(data).hex(), "end": end} for data, end in found]))
      """

    private static func end(_ end: FaultCase.End) -> String {
      switch end {
      case .closed: "close_notify, closed"
      case .halfClosed: "close_notify, half closed"
      case .reset: "reset"
      // What is stuck says no good-bye.
      case .open: "open, then cut off"
      }
    }

    @Test(
      "Every fault is played to the same bytes inside TLS, and only sound ends are announced",
      arguments: ["TLSv1_2", "TLSv1_3"])
    func bytes(version: String) async throws {
      let cases = FaultCase.all
      let (stubs, stopping) = (StubSet(), Endings())
      for (number, expected) in cases.enumerated() {
        let response = HTTPStubResponse()
        response.body = "0123456789"
        response.fail(with: expected.fault)
        stubs.add(stub: HTTPStubRequest().match(path: "/\(number)").stub(response))
      }
      stubs.add(stub: HTTPStubRequest().match(path: "/stop").stub(.text("")))
      stubs.hooks.finished = { request, _, ending in
        if request.target.path == "/stop" { stopping.note(ending) }
      }
      var configuration = ListenerConfiguration.forTests
      configuration.threadCount = 1
      configuration.timeouts.linger = .zero
      let listener = try Listener(
        stubs: stubs, addresses: [.tls(host: "127.0.0.1", port: 0, configuration: .forTests)],
        configuration: configuration)
      try listener.start()
      defer { listener.stop() }
      guard Tool.python != nil else { return }
      let counts = cases.map { expected in
        switch expected.end {
        case .open: expected.bytes.count
        case .closed, .reset: -1
        case .halfClosed: -2
        }
      }
      let script = "VERSION, COUNTS = '\(version)', \(counts)\n" + Self.script
      let stop = Task {
        _ = await stopping.next()
        listener.stop()
      }
      defer { stop.cancel() }
      let text = try #require(try await Tool.secureSockets(listener.port, script))
      let found = try JSONDecoder().decode([Found].self, from: Data(text.utf8))
      try #require(found.count == cases.count)
      for (found, expected) in zip(found, cases) {
        let bytes = expected.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(found.bytes == bytes, "\(expected.fault.name)")
        #expect(found.end == Self.end(expected.end), "\(expected.fault.name)")
      }
      let endings = stubs.journal.entries.filter { Int($0.request.target.path.dropFirst()) != nil }
        .map(\.ending)
      #expect(
        endings
          == cases.map { $0.fault.clientError.map { .failed(.network($0)) } ?? .completed })
    }
  }
}
