import Foundation
import StubCore

/// The ways in which a stubber has been used so far, which may explain why no request has reached
/// it.
struct StubberUse: OptionSet, Sendable {
  let rawValue: Int

  static let hasStubs = StubberUse(rawValue: 1)
  static let isConfigured = StubberUse(rawValue: 2)
  static let hasSession = StubberUse(rawValue: 4)
  static let wasEnabled = StubberUse(rawValue: 8)
  /// A request had a scheme that no stub answers, such as `file`.
  static let hasOtherScheme = StubberUse(rawValue: 16)
}

extension Endpoint {
  func note(_ use: StubberUse) { _ = uses.withLock { $0.insert(use) } }

  /// Reports that requests may reach the network unnoticed, although no stub has an error.
  func advise(_ text: String) {
    if let adviser = adviser.withLock({ $0 }) { adviser(text) } else { warn(text) }
  }

  /// Returns the reason why no request has arrived although there are stubs.
  ///
  /// It is `nil` if a request has arrived, or if the test expects none and requests could have
  /// reached the stubber.
  func noRequestsReason(of name: String) -> String? {
    let uses = uses.withLock { $0 }
    guard uses.contains(.hasStubs), stubs.journal.receivedCount == 0 else { return nil }
    if stubs.journal.isExpectedEmpty.load(), !uses.isOutOfReach { return nil }
    let stubs = stubs.stubs
    guard let first = stubs.last else { return nil }
    let count = stubs.count == 1 ? "one stub" : "\(stubs.count) stubs"
    return "\(name) with \(count), the first of them \(first.title), has received no request; "
      + uses.remedy
  }
}

extension StubberUse {
  /// Whether no session, configuration or call of `enable()` can lead requests to the stubber.
  fileprivate var isOutOfReach: Bool {
    isDisjoint(with: [.wasEnabled, .hasSession, .isConfigured])
  }

  fileprivate var remedy: String {
    if contains(.hasOtherScheme) {
      return "those that came had a scheme that Foundation loads without HTTP, such as file or data"
    }
    if contains(.wasEnabled) { return "check what the code under test sends, and when" }
    if contains(.hasSession) { return "check that the code under test uses its session" }
    if contains(.isConfigured) {
      return
        "a session copies its configuration, so call configure(_:) before you make the session, "
        + "and check that the code under test uses it"
    }
    return "pass its session or configuration to the code under test, or call enable()"
  }
}

extension HTTPStubber {
  /// Sets the closure for advice; without one, advice is given as a warning.
  package func onAdvice(_ closure: @escaping @Sendable (String) -> Void) {
    endpoint.adviser.withLock { $0 = closure }
  }

  /// The reason why no request has arrived although there are stubs; `nil` if one has arrived, or
  /// none was expected.
  package var noRequestsReason: String? {
    endpoint.noRequestsReason(of: self === HTTPStubber.shared ? "HTTPStubber.shared" : "a stubber")
  }

  /// Whether no session, configuration or call of `enable()` can lead requests to the stubber.
  package var isOutOfReach: Bool { endpoint.uses.withLock(\.isOutOfReach) }

  /// Marks the stubs added so far as known, so that advice is given only for stubs that are added
  /// later.
  package func forgetStubs() { _ = endpoint.uses.withLock { $0.remove(.hasStubs) } }

  /// Notes that a stub was added.
  ///
  /// Advice is given if the stub can never answer, or gets its name too late.
  func check(_ stub: HTTPStub, of builder: HTTPStubRequest) {
    if self === HTTPStubber.shared { _ = Self.adviceAtExit }
    endpoint.note(.hasStubs)
    if stub.responses.isEmpty {
      endpoint.advise(
        "\(stub.title) has no response, so it never answers; add one with stub(…) before add")
    }
    builder.onNameChange = { [weak builder, weak endpoint] name in
      builder?.onNameChange = nil
      endpoint?.advise(
        "\(stub.title) was added before it got the name \"\(name ?? "")\", which has no effect; name it "
          + "before add")
    }
  }

  /// The advice about the shared stubber, given when the process exits.
  private static let adviceAtExit: Void = {
    atexit {
      if let noRequestsReason = HTTPStubber.shared.noRequestsReason {
        HTTPStubber.shared.endpoint.advise(noRequestsReason)
      }
    }
  }()
}
