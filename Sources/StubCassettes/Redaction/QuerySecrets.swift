package import StubCore

/// The secrets in the query of a request, such as `?token=…`, which must not appear in logs.
package struct QuerySecrets: Sendable {
  /// The values as written in the URL and percent-decoded, the longest first.
  private let values: [String]

  /// Finds the values of query items with the usual names of secrets.
  package init(_ target: RequestURL) {
    guard let query = target.query else {
      values = []
      return
    }
    var values: Set<ScalarText> = []
    for item in query.utf8.split(whereSeparator: { "&;".utf8.contains($0) }) {
      let sides = item.split(separator: UInt8(ascii: "="), maxSplits: 1).map {
        String(Substring($0))
      }
      guard sides.count == 2 else { continue }
      let (name, value) = (PercentEncoding.decode(sides[0]), sides[1])
      guard SecretNames.usual.treatment(of: name, .queryItem, value: value) != nil else { continue }
      values.insert(ScalarText(value))
      values.insert(ScalarText(PercentEncoding.decode(value)))
    }
    self.values = values.map(\.text).sorted { $0.utf8.count > $1.utf8.count }
  }

  /// Returns the text with each secret replaced by `…`.
  ///
  /// A short secret, which may occur by chance, is replaced only as the value of a query item.
  package func hidden(in text: String) -> String {
    values.reduce(text) { text, value in
      let text = text.replacingBytes(of: "=\(value)", with: "=…")
      return value.utf8.count < 6 ? text : text.replacingBytes(of: value, with: "…")
    }
  }
}
