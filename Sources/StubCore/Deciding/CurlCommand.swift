package import StubPlatform

/// Quoting for the command line of a POSIX shell.
package enum ShellWord {
  /// Returns the text in single quotes, as one word of the shell even if it has spaces or quotes.
  package static func quoted(_ text: String) -> String {
    "'\(text.replacingBytes(of: "'", with: #"'\''"#))'"
  }
}

/// A `curl` command line that sends the URL, the fields and the body of a request unchanged.
///
/// By default, curl reads some values as file names or patterns, and omits some others. The options
/// of the command line prevent this.
package struct CurlCommand: CustomStringConvertible {
  package let description: String

  /// Creates a command line for the server at `base`, such as `http://localhost:8080`.
  ///
  /// A body that is not text is in base64, and the command decodes it first. A missing or empty
  /// body is not sent. `ending` follows the body, and says how much of it is left out. `isSent`
  /// returns whether a field is sent.
  package init(
    _ request: ReceivedRequest, to base: String, options: [String] = [], body: Data?,
    ending: String = "",
    where isSent: (HTTPHeaders.Field) -> Bool = { _ in true }
  ) {
    var words = ["curl"] + options
    // curl sends no body with --head.
    let body = request.method == .head || body?.isEmpty == true ? nil : body
    if request.method == .head {
      words.append("--head")
    } else if request.method != .get || body != nil {
      words += ["-X", request.method.rawValue]
    }
    for field in request.headers.fields where isSent(field) {
      let name = field.name.rawName
      words += [
        "-H", ShellWord.quoted(field.value.isEmpty ? "\(name);" : "\(name): \(field.value)"),
      ]
    }
    if let body {
      // With data and no Content-Type, curl would send the content type of a form.
      if request.headers[.contentType] == nil { words += ["-H", "'Content-Type:'"] }
      if let text = Self.word(body) {
        // Other options for data read a file if the text begins with @.
        words += ["--data-raw", ShellWord.quoted(text + ending)]
      } else {
        let encoded = ShellWord.quoted(body.base64EncodedString() + ending)
        words.insert(contentsOf: ["printf", "'%s'", encoded, "|", "base64", "-d", "|"], at: 0)
        words += ["--data-binary", "@-"]
      }
    }
    let target = request.target.pathAndQuery
    if target.utf8.contains(where: "[]{}".utf8.contains) { words.append("-g") }
    if request.target.segments.contains(where: { $0 == "." || $0 == ".." }) {
      words.append("--path-as-is")
    }
    words.append(ShellWord.quoted(base + target))
    description = words.joined(separator: " ")
  }

  /// Returns the bytes as text.
  ///
  /// The result is `nil` if they are not UTF-8 or contain NUL, which no argument may contain.
  private static func word(_ bytes: Data) -> String? {
    bytes.contains(0) ? nil : String(checkingUTF8: bytes)
  }
}
