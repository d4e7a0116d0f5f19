import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

extension TLSTests {
  /// The HTTP clients of Python that trust the authority, each skipped where it is not installed.
  @Suite struct PythonClientTests {
    private static let handler: RequestHandler = { request in
      ListenerResponse(
        .ready(
          .ok(
            "\(request.httpVersion) \(request.method) \(request.target.pathAndQuery) "
              + request.bodyText)))
    }

    /// Runs a script with the address of a TLS listener and the file of its authority.
    private func run(
      _ python: Tool, _ script: String, handler: @escaping RequestHandler = Self.handler
    ) async throws -> String {
      try await withSecureListenerResult(handler) { listener in
        let result = try await python.run([
          "-c", script, "https://localhost:\(listener.port)", TestAuthority.certificate,
        ])
        #expect(result.code == 0, "\(result.errors)")
        return result.output
      }
    }

    private func withSecureListenerResult(
      _ handler: @escaping RequestHandler, _ body: (Listener) async throws -> String
    ) async throws -> String {
      var text = ""
      try await withSecureListener(handler: handler) { text = try await body($0) }
      return text
    }

    @Test("requests gets its answers when it trusts the authority, and only then")
    func requests() async throws {
      guard let python = try await Tool.python(that: "import requests", by: "requests") else {
        return
      }
      let output = try await run(
        python,
        """
        import requests, sys
        url, authority = sys.argv[1:]
        with requests.Session() as session:
          session.trust_env = False
          session.verify = authority
          print(session.get(url + "/x", params={"y": "1"}, timeout=300).text)
          print(session.post(url + "/x", data=b"abc", timeout=300).text)
          print(session.post(url + "/x", data=iter([b"ab", b"cd"]), timeout=300).text)
          print(session.head(url + "/x", timeout=300).headers["Content-Length"])
        try: requests.get(url, timeout=300)
        except requests.exceptions.SSLError as error: print("CERTIFICATE_VERIFY_FAILED" in str(error))
        """)
      #expect(output == "1.1 GET /x?y=1 \n1.1 POST /x abc\n1.1 POST /x abcd\n12\nTrue\n")
    }

    @Test("httpx gets its answers over HTTP/2 when it trusts the authority, and only then")
    func httpx() async throws {
      guard let python = try await Tool.python(that: "import httpx, h2", by: "httpx[http2]") else {
        return
      }
      let output = try await run(
        python,
        """
        import asyncio, httpx, sys
        url, authority = sys.argv[1:]
        options = dict(http2=True, trust_env=False, timeout=300)
        with httpx.Client(verify=authority, **options) as client:
          answer = client.get(url + "/x", params={"y": "1"})
          print(answer.http_version, answer.text)
          print(client.post(url + "/x", content=b"abc").text)
        async def many():
          async with httpx.AsyncClient(verify=authority, **options) as client:
            answers = await asyncio.gather(*(client.get(f"{url}/{n}") for n in range(20)))
            print([answer.text for answer in answers] == [f"2 GET /{n} " for n in range(20)])
        asyncio.run(many())
        try: httpx.get(url, trust_env=False, timeout=300)
        except httpx.ConnectError as error: print("CERTIFICATE_VERIFY_FAILED" in str(error))
        """)
      #expect(output == "HTTP/2 2 GET /x?y=1 \n2 POST /x abc\nTrue\nTrue\n")
    }

    /// Resets the connection, or stream, after four of ten bytes at `/fail`.
    private static let failing: RequestHandler = { request in
      let plan = ResponsePlan.ok("0123456789")
      return ListenerResponse(
        .ready(request.target.path == "/fail" ? plan.with(.reset(after: .bytes(4))) : plan))
    }

    // Python's TLS sockets take a reset for the end of what is sent. urllib3, below requests,
    // compares what came with the announced length from version 2 on; before, nobody does.
    @Test("A reset is an error of requests where its urllib3 goes by the length, else a short body")
    func resetOfRequests() async throws {
      guard let python = try await Tool.python(that: "import requests", by: "requests") else {
        return
      }
      let output = try await run(
        python,
        """
        import requests, sys, urllib3
        url, authority = sys.argv[1:]
        with requests.Session() as session:
          session.trust_env = False
          session.verify = authority
          try:
            answer = session.get(url + "/fail", timeout=300)
            print(answer.text, "of", answer.headers["Content-Length"])
          except requests.exceptions.ChunkedEncodingError as error:
            print("4 bytes read, 6 more expected" in str(error))
          print(session.get(url, timeout=300).text)
        print(int(urllib3.__version__.split(".")[0]) >= 2)
        """, handler: Self.failing)
      #expect(
        ["True\n0123456789\nTrue\n", "0123 of 10\n0123456789\nFalse\n"].contains(output),
        "\(output)")
    }

    @Test("A fault is an error of httpx, and its next request is answered")
    func faults() async throws {
      if let python = try await Tool.python(that: "import httpx, h2", by: "httpx[http2]") {
        let output = try await run(
          python,
          """
          import httpx, sys
          url, authority = sys.argv[1:]
          with httpx.Client(http2=True, trust_env=False, timeout=300, verify=authority) as client:
            try: client.get(url + "/fail")
            except httpx.RemoteProtocolError as error: print("error_code:2" in str(error))
            print(client.get(url).text)
          """, handler: Self.failing)
        #expect(output == "True\n0123456789\n")
      }
    }
  }
}
