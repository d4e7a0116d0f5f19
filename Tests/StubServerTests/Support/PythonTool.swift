import Foundation
import TestSupport
import Testing

extension Tool {
  /// Runs a Python script whose `connect()` gives a client that speaks TLS; `nil` when there is no
  /// Python.
  ///
  /// The socket is read apart from TLS: Python's own TLS sockets answer an end that is not announced
  /// with an alert, which the closed server answers with a reset, and then tell both alike.
  static func secureSockets(_ port: Int, _ script: String) async throws -> String? {
    let prelude = """
      import socket, ssl, sys
      context = ssl.create_default_context(cafile=sys.argv[2])
      class CutOff(Exception): pass
      class Client:
        def __init__(self, session):
          self.socket = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=300)
          self.received, self.unsent = ssl.MemoryBIO(), ssl.MemoryBIO()
          self.tls = context.wrap_bio(
            self.received, self.unsent, server_hostname="localhost", session=session)
          self.exchange(self.tls.do_handshake)
          self.flush()
        def flush(self):
          if self.unsent.pending: self.socket.sendall(self.unsent.read())
        def exchange(self, step):
          while True:
            try: return step()
            except ssl.SSLWantReadError:
              self.flush()
              data = self.socket.recv(65536)
              if not data: raise CutOff()
              self.received.write(data)
        def sendall(self, data):
          self.tls.write(data)
          self.flush()
        def recv(self, count):
          try: return self.exchange(lambda: self.tls.read(count))
          except ssl.SSLZeroReturnError: return b""
      def connect(session=None): return Client(session)
      def rest(client):
        data = b""
        try:
          while True:
            piece = client.recv(65536)
            if not piece: return data, "close_notify"
            data += piece
        except CutOff: return data, "cut off"
        except ConnectionResetError: return data, "reset"

      """
    guard
      let result = try await python?.run([
        "-c", prelude + script, String(port), TestAuthority.certificate,
      ])
    else { return nil }
    #expect(result.code == 0, "\(result.errors)")
    return result.output
  }
}
