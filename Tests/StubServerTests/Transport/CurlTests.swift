import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct CurlTests {
  /// What curl prints; `nil` and a printed reason when there is none.
  private func curl(_ arguments: [String]) async throws -> String? {
    try await Tool.curl(arguments).map { $0.output + $0.errors }
  }

  @Test(
    "curl gets its answers over HTTP/1.1 and 1.0, with a body, in chunks and through a proxy line",
    .needs("curl"))
  func asks() async throws {
    try await withListener(handler: describing) { listener in
      let url = listener.url + "/x?y=1"
      let cases: [([String], String)] = [
        ([url], "GET /x?y=1 "),
        (["--http1.0", url], "GET /x?y=1 "),
        (["--data", "abc", url], "POST /x?y=1 abc"),
        (["--data", "abc", "--header", "Transfer-Encoding: chunked", url], "POST /x?y=1 abc"),
        (["--data", "abc", "--header", "Expect: 100-continue", url], "POST /x?y=1 abc"),
        (["--request-target", "http://b.example/z", url], "GET /z "),
        ([url, url], "GET /x?y=1 GET /x?y=1 "),
      ]
      for (arguments, expected) in cases {
        guard let output = try await curl(arguments) else { return }
        #expect(output == expected, "\(arguments)")
      }
      let head = try await curl(["--head", url])
      #expect(head?.hasPrefix("HTTP/1.1 200 OK\r\n") == true)
    }
  }
}
