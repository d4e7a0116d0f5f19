import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

extension TLSTests {
  @Suite struct TLSConnectionTests {
    private func curl(_ arguments: [String]) async throws -> ChildProcess.Result? {
      try await Tool.curl(arguments, trusting: TestAuthority.certificate)
    }

    private func python(_ port: Int, _ script: String) async throws -> String? {
      try await Tool.secureSockets(port, script)
    }

    @Test("A thousand requests sent at once are answered in their order")
    func pipelining() async throws {
      try await withSecureListener { listener in
        let output = try await python(
          listener.port,
          """
          client = connect()
          import threading
          requests = "".join(f"GET /{n} HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n" for n in range(999))
          requests += "GET /999 HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n"
          client.sendall(requests.encode())
          data, end = rest(client)
          import re
          print([int(n) for n in re.findall(rb"GET /(\\d+) ", data)] == list(range(1000)), end)
          """)
        guard let output else { return }
        #expect(output == "True close_notify\n")
      }
    }

    @Test("A body of 5 MB arrives whole in both directions")
    func largeBodies() async throws {
      let folder = try TemporaryFolder()
      let handler: RequestHandler = { request in
        var plan = ResponsePlan(head: ResponseHead(), body: .data(request.body ?? Data()))
        plan.timing = ResponseTiming()
        return ListenerResponse(.ready(plan))
      }
      let bytes = (0..<5 * 1_024 * 1_024).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      let file = "\(folder.path)/body"
      try Data(bytes).write(to: URL(filePath: file))
      try await withSecureListener(handler: handler) { listener in
        for version in ["1.2", "1.3"] {
          let result = try await curl([
            "--tls-max", version, "--data-binary", "@\(file)", "--header", "Expect:",
            "https://localhost:\(listener.port)/",
          ])
          guard let result else { return }
          #expect(result.bytes == Data(bytes), "\(result.errors)")
        }
      }
    }

    @Test("A large body file is sent whole")
    func largeFile() async throws {
      let size = 50 * 1_024 * 1_024
      let folder = try TemporaryFolder()
      let file = try folder.write("", to: "large")
      let handle = try FileHandle(forWritingTo: URL(filePath: file))
      try handle.truncate(atOffset: UInt64(size))
      try handle.close()
      let plan = ResponsePlan(
        head: ResponseHead(), body: .file(path: file, offset: 0, count: size))
      let handler: RequestHandler = { _ in ListenerResponse(.ready(plan)) }
      try await withSecureListener(handler: handler) { listener in
        let result = try await curl([
          "--output", "/dev/null", "--write-out", "%{size_download}",
          "https://localhost:\(listener.port)/",
        ])
        guard let result else { return }
        #expect(result.output == "\(size)", "\(result.errors)")
      }
    }

    @Test("Delays are waited for, and a paced body comes whole")
    func delays() async throws {
      let handler: RequestHandler = { _ in
        var plan = ResponsePlan.ok("0123456789")
        plan.timing = ResponseTiming(beforeHead: .milliseconds(60), body: .over(.milliseconds(60)))
        return ListenerResponse(.ready(plan))
      }
      try await withSecureListener(handler: handler) { listener in
        let result = try await curl([
          "--write-out", " %{time_pretransfer} %{time_starttransfer} %{time_total}",
          "https://localhost:\(listener.port)/",
        ])
        guard let result else { return }
        let words = result.output.split(separator: " ")
        #expect(words.first == "0123456789")
        let times = words.dropFirst().compactMap { Double($0) }
        try #require(times.count == 3)
        #expect(times[1] - times[0] >= 0.055)
        #expect(times[2] - times[0] >= 0.115)
      }
    }

    @Test("A failure in the middle of a body resets the connection after the planned bytes")
    func failsMidBody() async throws {
      var plan = ResponsePlan(
        head: ResponseHead(headers: ["Content-Length": "10"]), body: .data(Data("abc".utf8)))
      plan.failure = .network(.networkConnectionLost)
      let failing = plan
      let handler: RequestHandler = { _ in ListenerResponse(.ready(failing)) }
      try await withSecureListener(handler: handler) { listener in
        let arguments = ["--http1.1", "https://localhost:\(listener.port)/"]
        guard let result = try await curl(arguments) else { return }
        #expect(result.code == 56)
        #expect(result.output == "abc")
        #expect(result.errors.contains("reset by peer"), "\(result.errors)")
      }
    }

    @Test(
      "The end of a connection is announced, unless the fault is that it is not",
      arguments: [(nil, "close_notify"), (TLSFault.noCloseNotify, "cut off")]
        as [(TLSFault?, String)])
    func end(fault: TLSFault?, expected: String) async throws {
      var configuration = TLSConfiguration.forTests
      configuration.fault = fault
      try await withSecureListener(configuration) { listener in
        let output = try await python(
          listener.port,
          """
          client = connect()
          client.sendall(b"GET /x HTTP/1.0\\r\\n\\r\\n")
          data, end = rest(client)
          print(data.split(b"\\r\\n\\r\\n")[1], end)
          """)
        guard let output else { return }
        #expect(output == "b'GET /x ' \(expected)\n")
      }
    }

    @Test("A client that announces its end still gets its answers, then the announcement")
    func halfClosed() async throws {
      let handler: RequestHandler = { request in
        ListenerResponse(.pending { .ok(request.target.path) })
      }
      try await withSecureListener(handler: handler) { listener in
        let output = try await python(
          listener.port,
          """
          plain = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=300)
          received, made = ssl.MemoryBIO(), ssl.MemoryBIO()
          client = context.wrap_bio(received, made, server_hostname="localhost")
          def exchange(step):
            while True:
              try:
                result = step()
                plain.sendall(made.read())
                return result
              except ssl.SSLWantReadError:
                plain.sendall(made.read())
                piece = plain.recv(65536)
                if piece: received.write(piece)
                else: received.write_eof()
          exchange(client.do_handshake)
          client.write(b"GET /1 HTTP/1.1\\r\\nHost: a\\r\\n\\r\\nGET /2 HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n")
          try: client.unwrap()
          except ssl.SSLWantReadError: pass
          data = b""
          try:
            while True:
              piece = exchange(lambda: client.read(65536))
              if not piece: break
              data += piece
          except ssl.SSLZeroReturnError: pass
          print([part[:2] for part in data.split(b"\\r\\n\\r\\n")[1:]])
          """)
        guard let output else { return }
        #expect(output == "[b'/1', b'/2']\n")
      }
    }

    @Test("Stopping announces the end to idle clients and lets a delayed answer finish")
    func stopsGracefully() async throws {
      let (gate, arrived) = (Gate(), Endings())
      var configuration = ListenerConfiguration.forTests
      configuration.timeouts.stop = .seconds(3_600)
      let listener = try Listener(
        addresses: [.tls(host: "127.0.0.1", port: 0, configuration: .forTests)],
        configuration: configuration
      ) { request in
        guard request.target.path == "/slow" else { return ListenerResponse(.ready(.ok("quick"))) }
        arrived.note(.completed)
        return ListenerResponse(
          .pending {
            await gate.wait()
            return .ok("late")
          })
      }
      try listener.start()
      guard Tool.python != nil else { return listener.stop() }
      async let output = python(
        listener.port,
        """
        idle, busy = connect(), connect()
        idle.sendall(b"GET /quick HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n")
        idle.recv(65536)
        busy.sendall(b"GET /slow HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n")
        print(rest(idle)[1])
        data, end = rest(busy)
        print(data.split(b"\\r\\n\\r\\n")[1], end)
        """)
      _ = await arrived.next()
      listener.stop()
      gate.open()
      #expect(try await output == "close_notify\nb'late' close_notify\n")
      listener.waitUntilStopped()
    }

    @Test(
      "Over TLS, connections beyond the limit get an error in their version of HTTP",
      arguments: ["--http1.1", "--http2"])
    func connectionLimit(_ version: String) async throws {
      var configuration = ListenerConfiguration.forTests
      configuration.limits.connections = 0
      try await withSecureListener(.forTests, configuration) { listener in
        let arguments = [version, "https://localhost:\(listener.port)/"]
        guard let result = try await curl(arguments) else { return }
        #expect(result.output.contains("raise the limit `connections`"), "\(result.errors)")
      }
    }
  }
}
