import Foundation
import StubCore
import TestSupport
import Testing

/// One rule that every host keeps: stubs, requests, and what the client then sees.
struct ContractCase: Sendable, CustomTestStringConvertible {
  let rule: String
  let set: @Sendable (StubSet) throws -> Void
  let exchanges: [ContractExchange]

  init(
    _ rule: String, _ exchanges: ContractExchange...,
    stubs set: @escaping @Sendable (StubSet) throws -> Void
  ) {
    self.rule = rule
    self.set = set
    self.exchanges = exchanges
  }

  /// A rule about a single stub.
  init(
    _ rule: String, stub build: @escaping @Sendable (HTTPStubRequest) throws -> HTTPStubRequest,
    _ exchanges: ContractExchange...
  ) {
    self.rule = rule
    self.exchanges = exchanges
    set = { set in set.add(stub: try build(HTTPStubRequest())) }
  }

  var testDescription: String { rule }
}

/// A request and the reply that the rule promises.
struct ContractExchange: Sendable {
  let request: ContractRequest
  let reply: ContractReply
}

struct ContractRequest: Sendable {
  var method: String
  /// With scheme `http` and a host that only the stubs know.
  var url: String
  var headers: [(name: String, value: String)] = []
  var body: Data?
}

/// What a client sees of the answer to one request.
enum ContractReply: Sendable, Equatable {
  case response(status: Int, headers: [String: String?], body: Data)
  /// No response, only an error.
  case failure
}

extension ContractReply {
  init(_ response: WireResponse) {
    self = .response(
      status: response.status, headers: response.joinedFields, body: Data(response.body))
  }
}

extension ContractRequest {
  static func send(
    _ method: String, _ url: String, _ headers: KeyValuePairs<String, String> = [:],
    body: String? = nil
  ) -> ContractRequest {
    ContractRequest(
      method: method, url: url.hasPrefix("/") ? "http://api.test\(url)" : url,
      headers: headers.map { ($0.key, $0.value) }, body: body.map { Data($0.utf8) })
  }

  static func get(_ url: String, _ headers: KeyValuePairs<String, String> = [:]) -> Self {
    .send("GET", url, headers)
  }

  static func post(
    _ url: String, _ headers: KeyValuePairs<String, String> = [:], body: String
  ) -> Self {
    .send("POST", url, headers, body: body)
  }

  /// The reply has this status and body, and these of its headers; `nil` where one is absent.
  func gets(
    _ status: Int, _ body: String = "", headers: [String: String?] = [:]
  ) -> ContractExchange {
    ContractExchange(
      request: self,
      reply: .response(status: status, headers: headers, body: Data(body.utf8)))
  }

  /// The stub that answers with this text, status 200, is the one.
  func gets(_ body: String) -> ContractExchange { gets(200, body) }

  var getsNothing: ContractExchange { gets(404, ContractSuite.unmatched) }

  var fails: ContractExchange { ContractExchange(request: self, reply: .failure) }
}
