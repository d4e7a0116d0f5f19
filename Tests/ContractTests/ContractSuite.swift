import Foundation
import StubCore
import Testing

/// Every rule holds on every host, and all hosts give the same reply to the last header.
@Suite("Contract of all hosts")
struct ContractSuite {
  /// Stands for the body of an unmatched request, which is a report and differs with the request.
  static let unmatched = "<report>"

  /// Fields that a connection needs and a stub does not decide on.
  private static let connectionFields: Set<String> = [
    "date", "connection", "keep-alive", "transfer-encoding",
  ]

  private static let cases: [ContractCase] =
    RoutingCases.all + URLCases.all + HeaderCases.all + BodyCases.all + ResponseCases.all
    + FateCases.all + CassetteCases.all

  @Test("There are at least 60 rules, each written once")
  func count() {
    #expect(Self.cases.count >= 60)
    #expect(Set(Self.cases.map(\.rule)).count == Self.cases.count)
  }

  @Test("In-process and listener keep the rule and reply alike", arguments: cases)
  func rule(of contract: ContractCase) async throws {
    let inProcess = try await replies(to: contract, from: .inProcess)
    let listener = try await replies(to: contract, from: .http1)
    for (place, exchange) in contract.exchanges.enumerated() {
      expect(inProcess[place], fits: exchange, on: "in-process")
      expect(listener[place], fits: exchange, on: "listener")
      #expect(
        comparable(inProcess[place]) == comparable(listener[place]),
        "the hosts differ on \(exchange.request.method) \(exchange.request.url)")
    }
  }

  /// What a version of HTTP can have a part in; each request of these costs a process.
  private static let casesOfVersions = HeaderCases.all + ResponseCases.all

  @Test(
    "Over HTTP/2 the listener keeps the rule and replies as over HTTP/1.1",
    arguments: casesOfVersions)
  func ruleOverHTTP2(of contract: ContractCase) async throws {
    guard CurlHost.isAvailable else { return }
    let old = try await replies(to: contract, from: .http1)
    let new = try await replies(to: contract, from: .http2)
    for (place, exchange) in contract.exchanges.enumerated() {
      expect(new[place], fits: exchange, on: "HTTP/2")
      #expect(
        comparable(new[place]) == comparable(old[place]),
        "the versions differ on \(exchange.request.method) \(exchange.request.url)")
    }
  }

  private func replies(
    to contract: ContractCase, from kind: HostKind
  ) async throws -> [ContractReply] {
    let stubs = StubSet()
    stubs.unmatchedResponse = .status(.notFound)
    try contract.set(stubs)
    let host = try kind.start(stubs)
    defer { host.stop() }
    var replies: [ContractReply] = []
    for exchange in contract.exchanges {
      replies.append(try await host.send(exchange.request))
    }
    return replies
  }

  private func expect(_ reply: ContractReply, fits exchange: ContractExchange, on host: String) {
    let request = "\(exchange.request.method) \(exchange.request.url) \(host)"
    switch (reply, exchange.reply) {
    case (.failure, .failure): break
    case (.response(let status, let fields, let body), .response(let wanted, let fits, let text)):
      #expect(status == wanted, "\(request): \(String(decoding: body, as: UTF8.self))")
      for (name, value) in fits {
        #expect(fields[name.lowercased()] ?? nil == value, "\(request): \(name)")
      }
      if text == Data(Self.unmatched.utf8) {
        #expect(String(decoding: body, as: UTF8.self).hasPrefix("No stub matches"), "\(request)")
      } else {
        #expect(
          String(decoding: body, as: UTF8.self) == String(decoding: text, as: UTF8.self),
          "\(request)")
        #expect(body == text, "\(request)")
      }
    default:
      Issue.record("\(request): expected \(exchange.reply), found \(reply)")
    }
  }

  /// The reply without what belongs to a connection or quotes the client's own header fields.
  private func comparable(_ reply: ContractReply) -> ContractReply {
    guard case .response(let status, let headers, let body) = reply else { return reply }
    let isReport = body.starts(with: Data("No stub matches".utf8))
    var kept = headers.filter { !Self.connectionFields.contains($0.key) }
    if isReport { kept["content-length"] = .some(nil) }
    return .response(status: status, headers: kept, body: isReport ? Data() : body)
  }
}
