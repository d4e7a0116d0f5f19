import Foundation
import StubCore
import StubFiles
import StubLanguages
import StubServer
import TestSupport
import Testing

@testable import StubAdmin

/// Asks an admin API without a server in between.
struct AdminClient {
  let stubs: StubSet
  let admin: Admin

  init(
    journal: Journal.Limits = Journal.Limits(),
    _ configure: (inout Admin.Configuration) -> Void = { _ in }
  ) {
    stubs = StubSet(journal: Journal(limits: journal))
    var configuration = Admin.Configuration()
    configure(&configuration)
    admin = Admin(stubs, configuration: configuration)
  }

  /// The answer to a request for a path behind the prefix.
  @discardableResult
  func callAsFunction(
    _ method: HTTPMethod, _ path: String, _ body: String? = nil, headers: HTTPHeaders = [:]
  ) async -> Reply {
    let request = ReceivedRequest(
      method, "http://127.0.0.1:8080\(admin.configuration.prefix)\(path)", headers: headers,
      body: body.map { Data($0.utf8) })
    let answer = await admin.respond(to: request)
    switch answer.body {
    case .data(let data):
      return Reply(status: answer.status.rawValue, headers: answer.headers, body: data)
    case .stream(let write):
      let stream = AdminStream()
      stream.tail.openWindow()
      await write(stream)
      var body = Data()
      while case .bytes(let bytes) = stream.tail.take(upTo: .max) { body += bytes }
      return Reply(status: answer.status.rawValue, headers: answer.headers, body: body)
    }
  }

  /// Waits until the journal knows how each request ended: a moment after the request's client has the answer.
  func journalIsComplete() async throws {
    func isOpen(_ entry: JournalEntry) -> Bool {
      if case .unmatched = entry.outcome { return entry.ending == nil }
      return entry.response == nil || entry.ending == nil
    }
    for _ in 0..<30_000 where stubs.journal.entries.contains(where: isOpen) {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(!stubs.journal.entries.contains(where: isOpen))
  }

  /// Lets a request be received, as a listener does.
  func receive(_ method: HTTPMethod, _ path: String, body: String? = nil) {
    var request = ReceivedRequest(
      method, "http://127.0.0.1:8080\(path)", body: body.map { Data($0.utf8) })
    request.isFromListener = true
    stubs.receive(request).finish(.completed)
  }

  struct Reply {
    let status: Int
    let headers: HTTPHeaders
    let body: Data

    var text: String { String(decoding: body, as: UTF8.self) }
    /// `null` for a body that is not JSON.
    var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
  }
}

extension AdminClient {
  /// One of a server that has read a folder, and reads it again when it is told to.
  static func serving(_ folder: TemporaryFolder) throws -> AdminClient {
    let client = AdminClient { $0.folder = folder.path }
    let reload: @Sendable (Bool) -> DiagnosticList? = { [weak admin = client.admin] keepsAdded in
      guard let admin else { return nil }
      let rules = RuleSet(reading: [folder.path], context: admin.context)
      if rules.diagnostics.hasErrors { return rules.diagnostics }
      admin.replaceFiles(with: rules, keepsAdded: keepsAdded)
      return nil
    }
    let listener = try Listener(stubs: client.stubs, port: 0)
    client.admin.attach(listener, Admin.Program(reload: reload, shutDown: {}))
    if let errors = reload(true) { throw errors }
    return client
  }
}
