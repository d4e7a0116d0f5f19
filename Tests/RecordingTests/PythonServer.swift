import Foundation
import TestSupport

/// A real server that is not ours: Python's `http.server`, with a handler for each kind of answer.
final class PythonServer {
  let port: Int
  private let process: ChildProcess

  var url: String { "http://127.0.0.1:\(port)" }

  /// Starts the server; without Python, prints that the test is skipped and returns `nil`.
  init?() throws {
    guard let python = Self.python else {
      print("skipped: not in /usr/bin or /usr/local/bin: python3")
      return nil
    }
    process = try ChildProcess(python, ["-u", "-c", Self.script])
    port = process.line().flatMap { Int($0) } ?? 0
  }

  /// Ends the server, so that no more responses come from it.
  func stop() {
    process.send(SIGKILL)
    _ = process.finish()
  }

  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private static let script = """
    import gzip, itertools, json, queue, socket, threading
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
    counter = itertools.count(1)
    steps = queue.Queue()
    class Handler(BaseHTTPRequestHandler):
      protocol_version = "HTTP/1.1"
      def log_message(self, *arguments): pass
      def answer(self, status, body=b"", *fields):
        self.send_response(status)
        for name, value in fields: self.send_header(name, value)
        if status not in (204, 304): self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD" and status not in (204, 304): self.wfile.write(body)
      def read(self):
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))
      def handle_any(self):
        path = self.path.split("?")[0]
        body = self.read()
        if path == "/text": self.answer(200, b"one\\ntwo\\n", ("Content-Type", "text/plain"))
        elif path == "/order":
          self.answer(200, b"x", ("b-two", "1"), ("A-One", "2"), ("B-Two", "3"), ("b-two", ""))
        elif path in ("/count", "/base/count"): self.answer(200, str(next(counter)).encode())
        elif path == "/empty": self.answer(204)
        elif path == "/nothing": self.answer(200)
        elif path == "/same": self.answer(304, b"", ("ETag", '"1"'))
        elif path == "/gzip":
          data = gzip.compress(b'{"token": "abcdefgh-12345678"}', mtime=0)
          self.answer(200, data, ("Content-Encoding", "gzip"), ("Content-Type", "application/json"))
        elif path == "/packed":
          self.answer(200, gzip.compress(b"text", mtime=0), ("Content-Encoding", "gzip"))
        elif path == "/binary": self.answer(200, bytes(range(256)))
        elif path == "/first": self.answer(302, b"", ("Location", "/second"))
        elif path == "/second": self.answer(301, b"", ("Location", "/text"))
        elif path == "/moved":
          here = "http://" + self.headers["Host"]
          self.answer(
            303, b"", ("Location", here + "/text?a#b"), ("Content-Location", here),
            ("Refresh", "1; url=" + here + "/text"))
        elif path == "/away": self.answer(302, b"", ("Location", "http://other.example/text"))
        elif path == "/echo":
          lines = "".join(f"{k}: {v}\\n" for k, v in self.headers.items())
          text = f"{self.command} {self.path}\\n{lines}\\n".encode() + body
          self.answer(200, text, ("Content-Type", "text/plain"))
        elif path == "/login":
          secret = self.headers.get("Authorization", "").split(" ")[-1]
          self.answer(
            200, json.dumps({"access_token": "tok-" + secret, "you": secret}).encode(),
            ("Content-Type", "application/json"), ("Set-Cookie", "session=c00kie-value-1; Path=/"))
        elif path == "/cut":
          self.send_response(200)
          self.send_header("Content-Length", "100")
          self.end_headers()
          self.wfile.write(b"begin")
          self.close_connection = True
        elif path == "/drop":
          self.connection.shutdown(socket.SHUT_RDWR)
          self.close_connection = True
        elif path in ("/events", "/pieces"):
          self.send_response(200)
          kind = "text/event-stream" if path == "/events" else "text/plain"
          self.send_header("Content-Type", kind)
          self.send_header("Transfer-Encoding", "chunked")
          self.end_headers()
          for number in itertools.count(1):
            piece = f"data: {number}\\n\\n".encode()
            self.wfile.write(b"%x\\r\\n%s\\r\\n" % (len(piece), piece))
            if not steps.get(): break
          self.wfile.write(b"0\\r\\n\\r\\n")
        elif path in ("/more", "/end"):
          steps.put(path == "/more")
          self.answer(204)
        elif path == "/unsized":
          self.send_response(200)
          self.send_header("Connection", "close")
          self.end_headers()
          if self.command != "HEAD": self.wfile.write(b"till the end")
        elif path == "/slow":
          threading.Event().wait(0.05)
          self.answer(200, b"late")
        elif path == "/never":
          threading.Event().wait(3600)
        else: self.answer(404, b"no such path")
      do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = handle_any
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    print(server.server_port, flush=True)
    server.serve_forever()
    """
}
