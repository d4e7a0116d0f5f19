import CoreTestSupport
import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// A condition as a tool writes it, requests that fit it and others that do not.
struct DefinitionCase: Sendable, CustomTestStringConvertible {
  let condition: String
  let fitting: [ReceivedRequest]
  let others: [ReceivedRequest]

  init(_ condition: String, _ fitting: [ReceivedRequest], not others: [ReceivedRequest]) {
    self.condition = condition
    self.fitting = fitting
    self.others = others
  }

  var testDescription: String { condition }

  /// Expects the requests to be told apart by the stub that the condition is put into.
  func check(in frame: (String) -> String) throws {
    let set = try Definition.set(frame(condition))
    for request in fitting { #expect(set.answers(request), "\(request.summary) should fit") }
    for request in others { #expect(!set.answers(request), "\(request.summary) should not fit") }
  }
}

extension ReceivedRequest {
  static func get(_ url: String, headers: HTTPHeaders = HTTPHeaders()) -> ReceivedRequest {
    ReceivedRequest(.get, url, headers: headers)
  }

  static func post(_ body: String, type: String = "text/plain") -> ReceivedRequest {
    ReceivedRequest(.post, "/", headers: ["Content-Type": type], body: Data(body.utf8))
  }

  static func form(_ body: String) -> ReceivedRequest {
    post(body, type: "application/x-www-form-urlencoded")
  }
}
