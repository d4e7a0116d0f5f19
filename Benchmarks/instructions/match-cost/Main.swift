import StubCore
import StubFiles
import StubPlatform

/// Decides on requests with the stubs of a rule file, for a tool that counts its instructions.
///
///     match-cost RULES REQUESTS COUNT STATUS
///
/// With the first COUNT requests comes what is made once; the tool counts the call of `measure`, which
/// gets the COUNT after them. Fails unless all are answered, or with a STATUS of 404 none.
@main
enum MatchCost {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let count = Int(arguments[3]) else {
      throw Problem("expected RULES REQUESTS COUNT STATUS, found \(arguments.count - 1) words")
    }
    let stubs = StubSet()
    try stubs.load(contentsOf: arguments[1])
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

  /// Requests from a file of JSON: a list of mappings with `method`, `path`, `headers` and `body`.
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
      HTTPMethod(rawValue: method), "http://127.0.0.1\(path)", headers: headers, body: body)
    request.isFromListener = true
    return request
  }
}

private struct Problem: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
