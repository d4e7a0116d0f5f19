import StubCore
import StubLanguages
import StubPlatform
import StubServer

/// The route that shows metrics to a monitoring system.
extension AdminRoute {
  static let metrics: [AdminRoute] = [
    AdminRoute(
      .get, "/metrics", "Show counts and times in the text format of Prometheus",
      answers: [(200, .other(["text/plain"]))]
    ) { _, admin in
      .text(Metrics(admin).text, type: "text/plain; version=0.0.4; charset=utf-8")
    }
  ]
}

/// The server's metrics in Prometheus' text format.
struct Metrics {
  /// The largest number of stubs that are counted separately; all others are counted together.
  private static let mostStubs = 100

  let text: String

  init(_ admin: Admin) {
    let counts = admin.stubs.journal.counts
    var page = MetricsPage()
    page.add(
      "stubber_requests_total", .counter, "Requests by what became of them.",
      [
        (["outcome": "stub"], Double(counts.stubbed)),
        (["outcome": "passed"], Double(counts.passed)),
        (["outcome": "unmatched"], Double(counts.unmatched)),
      ])
    let answered = admin.stubs.states.filter { $0.answered > 0 }.sorted {
      $0.answered > $1.answered
    }
    let named = answered.prefix(Self.mostStubs)
    let rest = answered.dropFirst(Self.mostStubs).reduce(0) { $0 + $1.answered }
    page.add(
      "stubber_stub_requests_total", .counter, "Requests that a stub has answered.",
      named.map { stub, count, _ in
        MetricsPage.line(["stub": stub.title, "id": admin.name(of: stub)], count)
      } + (rest > 0 ? [MetricsPage.line(["stub": "others", "id": ""], rest)] : []))
    page.addValue("stubber_stubs", .gauge, "Stubs.", Double(admin.stubs.stubCount))
    page.addValue("stubber_sessions", .gauge, "Sessions.", Double(admin.sessions.all.count))
    page.addValue(
      "stubber_asked_delay_seconds_total", .counter, "Delays before responses, as stubs ask for.",
      counts.askedDelay.seconds)
    page.addValue(
      "stubber_faults_total", .counter, "Responses with a fault on purpose.", Double(counts.faults))
    page.add(
      "stubber_responses_total", .counter, "Responses by the status that was sent.",
      counts.statuses.map { MetricsPage.line(["status": "\($0)"], $1) }
        + [MetricsPage.line(["status": "none"], counts.headless)])
    page.addValue(
      "stubber_incomplete_responses_total", .counter,
      "Responses that ended before their last byte.", Double(counts.incomplete))
    page.addValue(
      "stubber_response_body_bytes_total", .counter, "Bytes of bodies that were sent.",
      Double(counts.bodyBytes))
    page.addHistogram(
      "stubber_response_seconds", "Time from a request to the end of its response.",
      counts.durations, sum: counts.totalDuration.seconds)
    if let listener = admin.listener {
      page.addValue(
        "stubber_connections", .gauge, "Open connections.", Double(listener.connectionCount))
    }
    if let memory = Self.residentMemory {
      page.addValue("process_resident_memory_bytes", .gauge, "Memory of the process.", memory)
    }
    text = page.text
  }

  /// The resident memory of the process in bytes; `nil` if the system does not report it.
  private static var residentMemory: Double? {
    guard let file = fopen("/proc/self/statm", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    let pages = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }.split(separator: 0x20)
    guard pages.count > 1, let resident = Int(String(decoding: pages[1], as: UTF8.self))
    else { return nil }
    return Double(resident * sysconf(Int32(_SC_PAGESIZE)))
  }
}

/// A text in the exposition format of Prometheus, version 0.0.4.
private struct MetricsPage {
  enum Kind: String {
    case counter
    case gauge
  }

  typealias Line = (labels: KeyValuePairs<String, String>, value: Double)

  private(set) var text = ""

  static func line(_ labels: KeyValuePairs<String, String>, _ value: Int) -> Line {
    (labels, Double(value))
  }

  mutating func add(_ name: String, _ kind: Kind, _ summary: String, _ values: [Line]) {
    text += "# HELP \(name) \(summary)\n# TYPE \(name) \(kind.rawValue)\n"
    for (labels, value) in values { text += "\(name)\(Self.text(labels)) \(value)\n" }
  }

  mutating func addValue(_ name: String, _ kind: Kind, _ summary: String, _ value: Double) {
    add(name, kind, summary, [([:], value)])
  }

  mutating func addHistogram(
    _ name: String, _ summary: String, _ buckets: [(limit: Double, count: Int)], sum: Double
  ) {
    text += "# HELP \(name) \(summary)\n# TYPE \(name) histogram\n"
    var total = 0
    for (limit, count) in buckets {
      total += count
      let label = limit.isInfinite ? "+Inf" : "\(limit)"
      text += "\(name)_bucket{le=\"\(label)\"} \(total)\n"
    }
    text += "\(name)_sum \(sum)\n\(name)_count \(total)\n"
  }

  private static func text(_ labels: KeyValuePairs<String, String>) -> String {
    if labels.isEmpty { return "" }
    let pairs = labels.map { name, value in
      let escaped = value.replacingBytes(of: "\\", with: "\\\\")
        .replacingBytes(of: "\"", with: "\\\"").replacingBytes(of: "\n", with: "\\n")
      return "\(name)=\"\(escaped)\""
    }
    return "{\(pairs.joined(separator: ","))}"
  }
}
