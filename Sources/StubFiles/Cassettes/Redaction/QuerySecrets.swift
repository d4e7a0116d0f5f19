package import StubCore
import StubLanguages

/// The secrets in the query of a request, such as those of `?token=…`, for logs that must not have them.
package struct QuerySecrets: Sendable {
  /// As they are written in the URL, and as they are meant; the longest first.
  private let values: [String]

  /// Looks for items whose names are usual for secrets.
  package init(_ target: RequestURL) {
    guard let query = target.query else {
      values = []
      return
    }
    var values: Set<String> = []
    for item in query.utf8.split(whereSeparator: { "&;".utf8.contains($0) }) {
      let sides = item.split(separator: UInt8(ascii: "="), maxSplits: 1).map {
        String(Substring($0))
      }
      guard sides.count == 2 else { continue }
      let (name, value) = (PercentEncoding.decode(sides[0]), sides[1])
      guard SecretNames.usual.treatment(of: name, .queryItem, value: value) != nil else { continue }
      values.insert(value)
      values.insert(PercentEncoding.decode(value))
    }
    self.values = values.sorted { $0.utf8.count > $1.utf8.count }
  }

  /// A text with `…` in the place of each secret: of a short one, which may stand for something else, only
  /// where it is the value of a query item.
  package func hidden(in text: String) -> String {
    values.reduce(text) { text, value in
      let text = text.replacingBytes(of: "=\(value)", with: "=…")
      return value.utf8.count < 6 ? text : text.replacingBytes(of: value, with: "…")
    }
  }
}
