import StubCassettes
import StubCore
import StubDocuments
import StubLanguages
import StubPlatform
import StubRules

/// The WireMock operators for texts that are dates or times.
extension WireMockOperator {
  static let ofTimes: [WireMockOperator] = [
    WireMockOperator("before") { $0.wireMockTime("before", "is a time before") { $0 < 0 } },
    WireMockOperator("after") { $0.wireMockTime("after", "is a time after") { $0 > 0 } },
    WireMockOperator("equalToDateTime") {
      $0.wireMockTime("equalToDateTime", "is the time") { $0 == 0 }
    },
  ]
}

/// An expected time, which is fixed, or relative to the time of the request.
private struct ExpectedTime: Sendable {
  enum Kind {
    case fixed(DateTimeText)
    case relative(DateTimeOffset)
  }

  let text: String
  let kind: Kind
}

extension Mapping {
  /// Reads a date operator, and the keys that change its meaning.
  ///
  /// `accepts` gets the order of the two times. As in WireMock, a fixed expected time is neither
  /// truncated nor shifted.
  fileprivate func wireMockTime(
    _ name: String, _ words: String, _ accepts: @escaping @Sendable (Int) -> Bool
  ) -> ValueMatcher? {
    let expected = optional(name) { reader.wireMockTime($0) }
    let format = optional("actualFormat") { reader.timeFormat($0) }
    let truncatesExpected = optional("truncateExpected") { reader.truncation($0) }
    let truncatesActual = optional("truncateActual") { reader.truncation($0) }
    let truncatesLast = optional("applyTruncationLast") { reader.boolean($0) } ?? false
    let amount = optional("expectedOffset") {
      reader.integer($0, in: -1_000_000_000...1_000_000_000)
    }
    let unit = optional("expectedOffsetUnit") { value in
      reader.keyword(
        value,
        [
          "seconds": DateTimeOffset.Unit.seconds, "minutes": .minutes, "hours": .hours,
          "days": .days, "months": .months, "years": .years,
        ])
    }
    guard let expected else { return nil }
    return ValueMatcher(own: "\(words) \(expected.text.quoted)") { value in
      guard var time = DateTimeText(value, format: format ?? .usual) else { return false }
      if let truncatesActual { time = truncatesActual.applied(to: time) }
      switch expected.kind {
      case .fixed(let fixed): return accepts(time.order(to: fixed))
      case .relative(let offset):
        let moved = amount.map { DateTimeOffset($0, unit ?? .days) } ?? offset
        let now = Int(Date().timeIntervalSince1970 * 1_000)
        let wanted = moved.time(
          from: now, truncation: truncatesExpected, truncatesLast: truncatesLast)
        return accepts(time.order(to: wanted))
      }
    }
  }
}

extension Reader {
  fileprivate func wireMockTime(_ value: Value) -> ExpectedTime? {
    guard let text = string(value) else { return nil }
    if let offset = DateTimeOffset(text) {
      return ExpectedTime(text: text, kind: .relative(offset))
    }
    if let time = DateTimeText(text) { return ExpectedTime(text: text, kind: .fixed(time)) }
    return mismatch(
      value, expected: "a time", remedy: "use 2026-01-31T12:00:00Z, now, or now +3 days")
  }

  fileprivate func timeFormat(_ value: Value) -> DateTimeText.Format? {
    guard let text = string(value) else { return nil }
    switch text {
    case "unix": return .unix
    case "epoch": return .epoch
    default: break
    }
    do throws(DateTimeParser.Problem) {
      _ = try DateTimeParser(text)
      return .pattern(text)
    } catch {
      report(
        value, found: "invalid format of times: \(error)",
        remedy: "use unix, epoch, or letters such as dd/MM/yyyy HH:mm:ss")
      return nil
    }
  }

  fileprivate func truncation(_ value: Value) -> DateTimeTruncation? {
    guard let text = string(value) else { return nil }
    if let truncation = DateTimeTruncation(rawValue: text.lowercasedASCII()) { return truncation }
    report(
      value, found: value.summary,
      expected: Quotation.oneOf(DateTimeTruncation.allCases.map(\.rawValue)),
      remedy: "use \"first day of month\"")
    return nil
  }
}
