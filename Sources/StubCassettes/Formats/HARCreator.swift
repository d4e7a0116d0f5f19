import StubDocuments
import StubLanguages

/// The program that wrote an archive, if its archives have peculiarities.
struct HARCreator {
  let isMitmproxy: Bool
  /// Whether the program is Polly.js.
  let isPolly: Bool
  /// Whether the program is Polly.js before version 6, which writes compressed bodies in chunks.
  let isOldPolly: Bool

  /// Reads the `creator` of an archive; `nil` means that the entries are not in an archive.
  init(of log: Value?) {
    let name = log?["creator"]?["name"]?.givenText?.lowercasedASCII() ?? ""
    let version = log?["creator"]?["version"]?.givenText
    let major = version.flatMap { Int($0.prefix { $0 != "." }) }
    isMitmproxy = name.hasPrefix("mitmproxy")
    isPolly = name.hasPrefix("polly")
    isOldPolly = log?["_recordingName"] != nil && major.map { $0 < 6 } ?? false
  }
}
