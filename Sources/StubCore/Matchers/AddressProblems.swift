/// What people write for addresses that is understood differently here.
extension RequestURL {
  /// What to write instead of a text without a scheme and without a slash at its start.
  ///
  /// Empty for a text that is no part of any URL, as one with spaces.
  static func advice(for text: String) -> String {
    let isPart = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>\"\\^`|".utf8.contains($0) }
    return isPart && !text.isEmpty ? "; use \"http://\(text)\" or \"/\(text)\"" : ""
  }

  /// The problem of a path with a variable as other libraries write it, as in `/users/:id`.
  static func colonProblem(in text: String) -> String? {
    let path = RequestURL(text).path
    let segments = path.split(separator: "/")
    guard let segment = segments.first(where: { $0.hasPrefix(":") && $0.count > 1 }) else {
      return nil
    }
    let template = segments.map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0) }
    return "\"\(segment)\" is no variable here; "
      + "use match(URI: \"/\(template.joined(separator: "/"))\")"
  }
}
