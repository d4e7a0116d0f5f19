package import StubPlatform

/// Quoting for the command line of a POSIX shell.
package enum ShellWord {
  /// Returns the text in single quotes, as one word of the shell even if it has spaces or quotes.
  package static func quoted(_ text: String) -> String {
    String("'", text.replacingBytes(of: "'", with: #"'\''"#), "'")
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
    // curl sends no body with --head.
    let body = request.method == .head || body?.isEmpty == true ? nil : body
    let text = body.flatMap(Self.word)
    var command = ""
    command.reserveCapacity(256)
    if let body, text == nil {
      let encoded = ShellWord.quoted(body.base64EncodedString() + ending)
      command += "printf '%s' \(encoded) | base64 -d | "
    }
    command += "curl"
    for option in options { command += " \(option)" }
    if request.method == .head {
      command += " --head"
    } else if request.method != .get || body != nil {
      command += " -X \(request.method.rawValue)"
    }
    for field in request.headers.fields where isSent(field) {
      let name = field.name.rawName
      command += " -H "
      command += ShellWord.quoted(
        field.value.isEmpty ? String(name, ";") : String(name, ": ", field.value))
    }
    if body != nil {
      // With data and no Content-Type, curl would send the content type of a form.
      if request.headers[.contentType] == nil { command += " -H 'Content-Type:'" }
      // Other options for data read a file if the text begins with @.
      command += text.map { " --data-raw \(ShellWord.quoted($0 + ending))" } ?? " --data-binary @-"
    }
    let target = request.target.pathAndQuery
    if ["[", "]", "{", "}"].contains(where: target.has) { command += " -g" }
    // Only a path with a dot, which may be encoded, has such segments.
    if target.has(".") || target.has("%"),
      request.target.segments.contains(where: { $0 == "." || $0 == ".." })
    {
      command += " --path-as-is"
    }
    command += " "
    command += ShellWord.quoted(String(base, target))
    description = command
  }

  /// Returns the bytes as text.
  ///
  /// The result is `nil` if they are not UTF-8 or contain NUL, which no argument may contain.
  private static func word(_ bytes: Data) -> String? {
    bytes.contains(0) ? nil : String(checkingUTF8: bytes)
  }
}
