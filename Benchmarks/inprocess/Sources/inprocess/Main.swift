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
/// processor for each request, and milliseconds for adding.
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
      let members = figures.map { "\"\($0.0)\": \($0.1)" }
      print("{\(members.joined(separator: ", "))}")
    }
  }

  static func url(_ number: Int) -> String {
    "http://stubs.example/catalog/item-\(1_000_000 + number)/details"
  }

  static func stubber(with count: Int) -> HTTPStubber {
    let stubber = HTTPStubber()
    for number in 0..<count {
      stubber.add(
        stub: HTTPStubRequest()
          .match(path: "/catalog/item-\(1_000_000 + number)/details")
          .stub(for: .get) { response in
            response.contentType = .text
            response.body = "Hello, world!"
          })
    }
    return stubber
  }

  /// Microseconds of the processor for each of so many requests, which go to all stubs in turn.
  static func cost(of requests: Int, by session: URLSession, stubs: Int) async throws -> Double {
    let count = min(stubs, requests)
    let urls = (0..<count).compactMap { URL(string: url($0 * stubs / count)) }
    let start = ProcessorTime.now
    for number in 0..<requests {
      let (data, _) = try await session.data(from: urls[number % urls.count])
      guard data == BareProtocol.body else {
        throw UnexpectedBody(text: String(decoding: data, as: UTF8.self))
      }
    }
    return (ProcessorTime.now - start) * 1_000_000 / Double(requests)
  }
}

struct UnexpectedBody: Error, CustomStringConvertible {
  let text: String
  var description: String { "expected the body \"Hello, world!\", found: \(text)" }
}
