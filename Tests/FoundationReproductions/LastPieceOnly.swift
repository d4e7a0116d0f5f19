// Of a body that a protocol passes on in several pieces, completion handlers get only the last one.
//
//   swiftc LastPieceOnly.swift && ./LastPieceOnly
//
// Seen (Swift 6.3.1, Linux): "two".
// Expected: "one two".

import Foundation
import FoundationNetworking

final class Pieces: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  override func startLoading() {
    let response = HTTPURLResponse(
      url: request.url!, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: [:])!
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    for piece in ["one ", "two"] { client?.urlProtocol(self, didLoad: Data(piece.utf8)) }
    client?.urlProtocolDidFinishLoading(self)
  }
  override func stopLoading() {}
}

let configuration = URLSessionConfiguration.ephemeral
configuration.protocolClasses = [Pieces.self]
let (data, _) = try await URLSession(configuration: configuration)
  .data(from: URL(string: "http://any.example/")!)
print("got:", String(decoding: data, as: UTF8.self))
