import StubCore

/// The flows of mitmproxy as its web interface lists them, which have no bodies: refused by name.
struct MitmproxyFlowFormat: DefinitionFormat {
  static let title = "mitmproxy flows"

  static func recognizes(_ document: DocumentNode) -> Bool {
    guard let first = document.elements?.first else { return false }
    return first["client_conn"] != nil && first["request"] != nil
  }

  static func read(_ document: inout ValueReader, into file: inout FileDraft) {
    document.report(
      found: "a list of mitmproxy's flows, which is without bodies", expected: "a HAR of them",
      remedy: "try mitmdump -nr FLOWS --set hardump=FILE.har")
  }
}
