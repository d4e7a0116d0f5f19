import StubCore

extension RecordedResponse {
  /// The reason phrase as tools write it that always write one; HTTP/2 and later have none.
  var writtenReason: String {
    reason ?? (httpVersion == "2" || httpVersion == "3" ? "" : status.reasonPhrase)
  }
}

extension JSONValue {
  /// An object of those members that have a value.
  static func object(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(JSONObject(members.compactMap { name, value in value.map { (name, $0) } }))
  }

  static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
}
