import Foundation
import HTTPStubber

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Measures what answering a `URLSession` in the process costs; prints one JSON object a line.
///
///     inprocess REPEATS REQUESTS
///
/// In each repeat a bare `URLProtocol` and stubbers with 10 and 10,000 stubs answer so many
/// requests in turn, and 10,000 stubs are added to a new stubber. Figures are microseconds of the
/// processor for each request, and milliseconds for adding. Then one stub is added to 100,000 and
/// removed, a hundred times: the medians of the microseconds that pass.
@main
enum Main {
  static let sizes = [10, 10_000]

  static func main() async throws {
    let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    let repeats = numbers.first ?? 5
    let requests = numbers.dropFirst().first ?? 5_000
    let bare = BareProtocol.session
    let stubbers = sizes.map { stubber(with: $0) }
    // What is done once, by the loading system and by each stubber, does not count.
    _ = try await cost(of: requests, by: bare, stubs: 10)
    for (size, stubber) in zip(sizes, stubbers) {
      _ = try await cost(of: min(requests, 500), by: stubber.session, stubs: size)
    }
    for _ in 0..<repeats {
      var figures = [("bare", try await cost(of: requests, by: bare, stubs: 10_000))]
      for (size, stubber) in zip(sizes, stubbers) {
        figures.append(
          ("\(size)", try await cost(of: requests, by: stubber.session, stubs: size)))
      }
      let start = ProcessorTime.now
      let added = stubber(with: 10_000)
      figures.append(("adding", (ProcessorTime.now - start) * 1_000))
      added.removeAllStubs()
      let (addingOne, removingOne) = try await costOfChange()
      figures += [("adding one", addingOne), ("removing one", removingOne)]
      let members = figures.map { "\"\($0.0)\": \($0.1)" }
      print("{\(members.joined(separator: ", "))}")
    }
  }

  static func urls(_ numbers: some Sequence<Int>) -> [URL] {
    numbers.compactMap { number in
      URL(string: "http://stubs.example/catalog/item-\(1_000_000 + number)/details")
    }
  }

  static func stubber(with count: Int) -> HTTPStubber {
    let stubber = HTTPStubber()
    for number in 0..<count { stubber.add(stub: stub(number)) }
    return stubber
  }

  static func stub(_ number: Int) -> HTTPStubRequest {
    HTTPStubRequest()
      .match(path: "/catalog/item-\(1_000_000 + number)/details")
      .stub(for: .get) { response in
        response.contentType = .text
        response.body = "Hello, world!"
      }
  }

  /// Microseconds for adding one stub to 100,000 and for removing it, as medians.
  ///
  /// Before each change a request is answered, so that the index is complete and in use.
  static func costOfChange() async throws -> (adding: Double, removing: Double) {
    let stubber = stubber(with: 100_000)
    defer { stubber.removeAllStubs() }
    let new = 500_000
    let urls = urls([0, new])
    var adding: [Double] = []
    var removing: [Double] = []
    for _ in 0..<100 {
      try await ask(for: urls[0], by: stubber.session)
      let stub = stub(new)
      adding.append(microseconds { stubber.add(stub: stub) })
      try await ask(for: urls[1], by: stubber.session)
      removing.append(microseconds { stubber.remove(stub: stub) })
    }
    return (median(adding), median(removing))
  }

  private static func microseconds<Result>(_ change: () -> Result) -> Double {
    ContinuousClock().measure { _ = change() } / .microseconds(1)
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// Microseconds of the processor for each of so many requests, which go to all stubs in turn.
  static func cost(of requests: Int, by session: URLSession, stubs: Int) async throws -> Double {
    let count = min(stubs, requests)
    let urls = urls((0..<count).map { $0 * stubs / count })
    let start = ProcessorTime.now
    for number in 0..<requests { try await ask(for: urls[number % urls.count], by: session) }
    return (ProcessorTime.now - start) * 1_000_000 / Double(requests)
  }

  private static func ask(for url: URL, by session: URLSession) async throws {
    let (data, _) = try await session.data(from: url)
    guard data == BareProtocol.body else {
      throw UnexpectedBody(text: String(decoding: data, as: UTF8.self))
    }
  }
}

struct UnexpectedBody: Error, CustomStringConvertible {
  let text: String
  var description: String { "expected the body \"Hello, world!\", found: \(text)" }
}
