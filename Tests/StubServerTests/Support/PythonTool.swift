import Foundation
import Testing

extension Tool {
  /// A Python that has the modules, the system's own before another; `nil`, and a printed reason,
  /// when there is none.
  static func python(with modules: String...) async throws -> Tool? {
    let names = modules.joined(separator: ", ")
    let system = Tool(path: "/usr/bin/python3")
    let isThere = FileManager.default.isExecutableFile(atPath: system.path)
    for tool in [isThere ? system : nil, python].compactMap({ $0 })
    where try await tool.run(["-c", "import \(names)"]).code == 0 {
      return tool
    }
    print("skipped: there is no python3 with \(names) to test with")
    return nil
  }

  /// Runs a Python script whose `connect()` gives a TLS socket; `nil` when there is no Python.
  static func secureSockets(_ port: Int, _ script: String) async throws -> String? {
    let prelude = """
      import socket, ssl, sys
      context = ssl.create_default_context(cafile=sys.argv[2])
      def connect():
        plain = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=300)
        return context.wrap_socket(
          plain, server_hostname="localhost", suppress_ragged_eofs=False)
      def rest(client):
        data = b""
        try:
          while True:
            piece = client.recv(65536)
            if not piece: return data, "close_notify"
            data += piece
        except ssl.SSLEOFError:
          # Python tells a reset by this too, but nothing can be sent after one.
          try: socket.socket.send(client, b"x")
          except OSError: return data, "reset"
          return data, "cut off"
        except ConnectionResetError: return data, "reset"

      """
    guard
      let result = try await python?.run([
        "-c", prelude + script, String(port), TestAuthority.certificate,
      ])
    else { return nil }
    #expect(result.code == 0, "\(result.errors)")
    return result.text
  }
}
