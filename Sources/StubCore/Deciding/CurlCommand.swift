#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Words of a POSIX shell's command line.
package enum ShellWord {
  /// The text as one word, even with spaces and quotes in it.
  package static func quoted(_ text: String) -> String {
    "'\(text.replacingBytes(of: "'", with: #"'\''"#))'"
  }
}

/// A `curl` command line that sends the URL, the fields and the body of a request as they are.
///
/// curl reads some of them as names of files or as patterns, or leaves them out, unless it is told not to.
package struct CurlCommand: CustomStringConvertible {
  package let description: String

  /// A command line for the server at `base`, such as `http://localhost:8080`.
  ///
  /// A body that is not text is in base64, which is decoded first; `nil` and an empty one are not sent.
  /// The ending, behind text or base64, tells how much is left out. Fields are left out that the closure
  /// refuses.
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
      // Or else curl calls it a form.
      if request.headers[.contentType] == nil { words += ["-H", "'Content-Type:'"] }
      if let text = Self.word(body) {
        // Of other options for data, those that begin with @ are names of files.
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

  /// The bytes as text; `nil` if they are none, or have a NUL, which no argument of a command can have.
  private static func word(_ bytes: Data) -> String? {
    bytes.contains(0) ? nil : String(checkingUTF8: bytes)
  }
}
