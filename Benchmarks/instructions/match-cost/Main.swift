import StubCore
import StubFiles
import StubPlatform

/// Decides on requests with the stubs of a file, to measure the cost of a decision.
///
///     match-cost FILE REQUESTS COUNT STATUS
///
/// With the first COUNT requests comes what is made once; a tool that counts instructions counts the
/// call of `measure`, which gets the COUNT after them. Fails unless all are answered, or with a STATUS
/// of 404 none.
///
///     match-cost FILE REQUESTS STATUS
///
/// Prints the milliseconds of processor time that it took to load the stubs, and the nanoseconds that
/// a decision takes.
@main
enum MatchCost {
  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.count == 4 { return try printTimes(arguments[1], arguments[2], arguments[3]) }
    guard arguments.count == 5, let count = Int(arguments[3]) else {
      throw Problem("expected FILE REQUESTS [COUNT] STATUS, found \(arguments.count - 1) words")
    }
    let stubs = StubSet()
    try stubs.load(contentsOf: arguments[1], formats: .all)
    let requests = try Self.requests(arguments[2])
    guard requests.count >= 2 * count else {
      throw Problem("expected \(2 * count) requests or more, found \(requests.count)")
    }
    let expected = arguments[4] == "404" ? 0 : count
    for answered in [
      decide(on: requests.prefix(count), with: stubs),
      measure(requests.dropFirst(count).prefix(count), with: stubs),
    ] where answered != expected {
      throw Problem("expected \(expected) requests to be answered, found \(answered)")
    }
  }

  /// The processor time, in seconds, after which no further round begins.
  private static let enough = 0.25

  /// Prints the time of the fastest of several rounds, in each of which all requests are decided on.
  private static func printTimes(_ file: String, _ messages: String, _ status: String) throws {
    let stubs = StubSet()
    let start = processorTime()
    try stubs.load(contentsOf: file, formats: .all)
    let loading = processorTime() - start
    let requests = try Self.requests(messages)
    let expected = status == "404" ? 0 : requests.count
    var fastest = Double.infinity
    var total = 0.0
    // The first round makes what is made once.
    var isFirst = true
    repeat {
      let start = processorTime()
      let answered = decide(on: requests[...], with: stubs)
      let time = processorTime() - start
      guard answered == expected else {
        throw Problem("expected \(expected) requests to be answered, found \(answered)")
      }
      if !isFirst || time > enough { fastest = min(fastest, time) }
      isFirst = false
      total += time
    } while total < enough
    print(Int(loading * 1_000), Int(fastest / Double(requests.count) * 1_000_000_000))
  }

  /// Returns the processor time of this process, in seconds.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }

  /// The same as `decide`, with a name by which the tool knows it.
  @inline(never)
  private static func measure(_ requests: ArraySlice<ReceivedRequest>, with stubs: StubSet) -> Int {
    decide(on: requests, with: stubs)
  }

  /// How many of the requests a stub answers.
  @inline(never)
  private static func decide(on requests: ArraySlice<ReceivedRequest>, with stubs: StubSet) -> Int {
    var answered = 0
    for request in requests {
      if case .stubbed = stubs.receive(request).outcome { answered += 1 }
    }
    return answered
  }

  /// Requests from a file of JSON: a list of mappings with `method`, `path` (or URL), `headers` and
  /// `body`.
  private static func requests(_ path: String) throws -> [ReceivedRequest] {
    let document = try JSONValue(parsing: Data(contentsOf: URL(filePath: path)))
    guard let elements = document.array else {
      throw Problem("expected a list of requests in \(path)")
    }
    return elements.compactMap(request)
  }

  private static func request(_ value: JSONValue) -> ReceivedRequest? {
    guard let method = value["method"]?.string, let path = value["path"]?.string else {
      return nil
    }
    var headers = HTTPHeaders()
    for (name, field) in value["headers"]?.object?.members ?? [] {
      if let text = field.string { headers.append(HTTPHeaderName(name), text) }
    }
    let body = value["body"]?.string.map { Data($0.utf8) }
    var request = ReceivedRequest(
      HTTPMethod(rawValue: method), path.hasPrefix("/") ? "http://127.0.0.1\(path)" : path,
      headers: headers, body: body)
    request.isFromListener = true
    return request
  }
}

private struct Problem: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
