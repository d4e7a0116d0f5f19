import StubCore

/// The limits for the requests that `serve` keeps in its journal.
struct JournalSettings: Sendable {
  /// Whether requests are kept; if not, the other settings have no effect.
  var isOn = true
  /// The largest number of requests; `nil` for the default.
  var count: Int?
  /// The largest number of bytes of all requests together; `nil` for the default.
  var bytes: Int?
  /// The largest number of bytes that are kept of each body.
  var bodyBytes = 64 * 1_024

  /// The limits of the server's journal.
  var limits: Journal.Limits {
    let usual = Journal.Limits()
    return Journal.Limits(
      count: isOn ? count ?? usual.count : 0, bytes: isOn ? bytes ?? usual.bytes : 0,
      bodyBytes: bodyBytes)
  }

  /// Returns the limits for the journals of sessions: those of the server if they were set, and
  /// otherwise `usual`.
  func limits(ofSessions usual: Journal.Limits) -> Journal.Limits {
    guard isOn, count == nil, bytes == nil else { return limits }
    return Journal.Limits(count: usual.count, bytes: usual.bytes, bodyBytes: bodyBytes)
  }
}

extension ServeCommand {
  static let journalOptions: [CommandOption<Self>] = [
    .flag("no-journal", "Do not keep requests") { $0.journal.isOn = false },
    .value("journal-requests", "COUNT", "Number of requests to keep (default: 10000)") {
      $0.journal.count = try $1.number(in: 0...Int.max)
    },
    .value("journal-bytes", "SIZE", "Memory for kept requests, such as 64MB (default: 16MiB)") {
      $0.journal.bytes = try $1.size()
    },
    .value(
      "journal-body", "SIZE", "Bytes to keep of each body (default: 64KiB)"
    ) { $0.journal.bodyBytes = try $1.size() },
  ]
}
