package import StubCore
package import StubDocuments
package import StubPlatform

extension Reader {
  /// Warns about parts of a response that have no effect, or that contradict its body.
  ///
  /// `value` is the whole response. `hidesBody` means that the specification lacks the body, such
  /// as that of a template. Remarks about `subject` are left out.
  package func warn(
    of specification: ResponseSpecification, in value: Value, toHead isForHead: Bool = false,
    hidingBody hidesBody: Bool = false, besides subject: ResponseRemark.Subject? = nil
  ) {
    for remark in specification.remarks(toHead: isForHead, hidingBody: hidesBody)
    where remark.subject != subject {
      report(
        value.place(of: remark.subject) ?? value, .warning, found: remark.found,
        remedy: .advice(remark.remedy))
    }
  }

  /// Returns the text in the charset of a response; a character that the charset lacks is reported.
  package func bytes(of text: String, _ value: Value, in charset: TextCharset) -> Data {
    check(text, value, in: charset)
    return (try? charset.bytes(of: text)) ?? Data(text.utf8)
  }

  /// Reports a character of a text that the charset lacks.
  package func check(_ text: String, _ value: Value, in charset: TextCharset) {
    guard let error = charset.missingCharacter(in: text) else { return }
    report(value, found: error.description, remedy: .advice(TextCharset.remedy))
  }
}

extension Value {
  /// Returns the value in the response that sets the subject of a remark; `nil` if there is none.
  fileprivate func place(of subject: ResponseRemark.Subject) -> Value? {
    switch subject {
    case .field(let name): field(name)
    case .body: first(["text", "json", "base64", "body", "jsonBody", "base64Body"])
    case .pace: first(["over", "speed", "dribble", "chunks", "events", "chunkedDribbleDelay"])
    case .fault: first(["fault"])
    case .ranges: first(["ranges"])
    case .template: first(["template"])
    }
  }

  private func first(_ keys: [String]) -> Value? { keys.lazy.compactMap { self[$0] }.first }

  /// Returns the value of a header field, or of the key that sets it.
  private func field(_ name: HTTPHeaderName) -> Value? {
    let member = self["headers"]?.members?.first { HTTPHeaderName($0.key) == name }
    return member?.value ?? (name == .contentType ? self["contentType"] : nil) ?? self["headers"]
      ?? self["message"]
  }
}
