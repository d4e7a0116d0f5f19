import StubCore

/// A recorded body in a coding that is not decoded here, so that no secrets were looked for in it.
package struct UnsearchedBody: Sendable, Hashable {
  /// More of them say no more to people; they are counted.
  private static let lineLimit = 5

  /// Such as `GET http://host/path`, without its query, which may hold secrets of its own.
  package let request: String
  /// Such as `br`.
  package let coding: String

  /// `nil` for a body that can be read.
  init?(_ track: Cassette.Track) {
    guard track.hidesBody, let coding = track.outcome.response?.headers[.contentEncoding] else {
      return nil
    }
    let url = RequestURL(track.request.url)
    let site = url.authority.map { "\(url.scheme ?? "http")://\($0)" } ?? ""
    request = "\(track.request.method) \(site)\(url.path)"
    self.coding = coding
  }

  package var description: String {
    "the body of \(request) is \(coding)-encoded and was not searched for secrets"
  }

  /// A sentence for each of the first, and the number of the others.
  package static func lines(_ bodies: [UnsearchedBody]) -> [String] {
    let others = bodies.count - lineLimit
    return bodies.prefix(lineLimit).map(\.description)
      + (others > 0 ? ["and \(others) more bodies were not searched"] : [])
  }
}
