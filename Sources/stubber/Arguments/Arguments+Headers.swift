import StubCore

extension Arguments {
  /// The values of an option as header fields.
  func headers(of option: CommandOption) throws(UsageError) -> HTTPHeaders {
    var headers = HTTPHeaders()
    for field in values(of: option) {
      let sides = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[0].isEmpty else {
        throw UsageError("expected 'NAME: VALUE' after --\(option.name), found \"\(field)\"")
      }
      headers.append(
        HTTPHeaderName(sides[0].trimmingWhitespace()), sides[1].trimmingWhitespace())
    }
    return headers
  }
}
