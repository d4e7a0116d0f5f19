/// What people write for addresses that is understood differently here.
extension RequestURL {
  /// What to write instead of a text without a scheme and without a slash at its start.
  ///
  /// Empty for a text that is no part of any URL, as one with spaces.
  static func advice(for text: String) -> String {
    let isPart = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>\"\\^`|".utf8.contains($0) }
    return isPart && !text.isEmpty ? "; use \"http://\(text)\" or \"/\(text)\"" : ""
  }
}

extension HTTPStubRequest {
  /// Notes a variable as other libraries write it, as in `/users/:id`; rule files have their own check.
  func noteColonVariable(in text: String?) {
    guard let text, text.contains("/:") else { return }
    let segments = RequestURL(text).path.split(separator: "/")
    let isVariable = { (segment: Substring) in
      segment.hasPrefix(":") && segment.dropFirst().first?.isLetter == true
    }
    guard let variable = segments.first(where: isVariable) else { return }
    let template = segments.map { isVariable($0) ? "{\($0.dropFirst())}" : String($0) }
    note(
      problem: "\"\(variable)\" is no variable here; "
        + "use match(URI: \"/\(template.joined(separator: "/"))\")")
  }
}
