import StubCore
import StubFiles
import StubLanguages

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The exchanges of a journal that stubs can be made of.
struct RecordingSnapshot: Sendable {
  private(set) var exchanges: [Interaction] = []
  /// Those that were asked for and cannot become stubs, each with the reason.
  private(set) var leftOut: [JSONValue] = []
  private let specification: RecordingSpecification
  private let admin: Admin

  /// Takes what the specification asks for, in the order of arrival, without the entries that are left to
  /// others.
  init(
    _ specification: RecordingSpecification, _ admin: Admin,
    leaving others: (JournalEntry) -> Bool = { _ in false }
  ) {
    (self.specification, self.admin) = (specification, admin)
    for entry in admin.stubs.journal.entries where !others(entry) { take(entry) }
  }

  private mutating func take(_ entry: JournalEntry) {
    guard entry.gatewayError == nil,
      entry.wasForwarded || (specification.allowsStubbed && entry.stubID != nil),
      let plan = entry.response, specification.wants(entry.request)
    else { return }
    let id = admin.names.name(.request, entry.id)
    if let ids = specification.ids, !ids.contains(id) { return }
    func leaveOut(_ reason: String) {
      leftOut.append([
        "id": .string(id), "method": .string(entry.request.method.rawValue),
        "url": .string(entry.request.target.pathAndQuery), "reason": .string(reason),
      ])
    }
    if entry.wholeRequestCount != nil || entry.wholeResponseCount != nil {
      let part = entry.wholeResponseCount == nil ? "request" : "response"
      return leaveOut("the journal has only the start of the body of its \(part)")
    }
    guard let head = plan.head, plan.fault == nil, plan.failure == nil, plan.tail == nil else {
      return leaveOut("its response is not whole")
    }
    guard let body = try? BodyReader(plan.body).read(0..<plan.body.count) else {
      return leaveOut("the file with the body of its response cannot be read")
    }
    exchanges.append(
      Interaction(
        RecordedRequest(entry.request), RecordedResponse(head, body: body),
        recordedAt: entry.date))
  }
}

extension JournalEntry {
  /// Whether a real server has answered it.
  fileprivate var wasForwarded: Bool { relayed != nil }
}
