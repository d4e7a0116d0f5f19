package import StubCore

extension RecordedResponse {
  /// The reason phrase for tools that always write one; empty for HTTP/2 and later, which have
  /// none.
  var writtenReason: String {
    reason ?? (httpVersion == "2" || httpVersion == "3" ? "" : status.reasonPhrase)
  }
}

extension Loss {
  /// Empty reason phrases, for formats whose tools always write one, and read an empty one as the
  /// usual phrase.
  static let emptyReasons = Loss("empty reason phrases", ofResponse: \.reason) {
    if $0 == "" { $0 = nil }
  }
}

extension JSONValue {
  /// Returns an object of the members that have a value.
  package static func object(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(JSONObject(members.compactMap { name, value in value.map { (name, $0) } }))
  }

  package static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
}
