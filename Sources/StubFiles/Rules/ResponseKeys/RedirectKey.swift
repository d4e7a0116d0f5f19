import StubCore

extension RuleKey where Target == ResponseDraft {
  static var redirect: Self {
    Self(
      "redirect", "Where to go instead; with 302 unless a status is given.",
      .anyOf([
        .string,
        .object(
          [("to", .string), ("status", Schema(["enum": [301, 302, 303, 307, 308]]))],
          required: ["to"]),
      ]), example: ["to": "https://example.com/new", "status": 308]
    ) { value, response in
      response.specification.head.status = .found
      guard value.node.members != nil else { return response.readLocation(&value) }
      _ = value.mapping { reader in
        reader.required("to") { response.readLocation(&$0) }
        reader.optional("status") { value in
          guard let code = value.integer() else { return }
          let status = HTTPStatusCode(rawValue: code)
          guard status.isRedirect else {
            value.report(
              found: "the number \(code)", expected: "301, 302, 303, 307 or 308", remedy: "try 302")
            return
          }
          response.specification.head.status = status
        }
      }
    }
  }
}

extension ResponseDraft {
  fileprivate mutating func readLocation(_ value: inout ValueReader) {
    guard let location = value.string() else { return }
    checkTags(in: location, of: &value)
    specification.head.headers[.location] = location
  }
}
