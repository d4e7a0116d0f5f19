import StubCore
import StubDocuments
public import StubRules

extension StubFormats {
  /// The formats of ``own``, and the stub files of WireMock, Hoverfly, mountebank and MockServer.
  public static let all = StubFormats(
    tools: [.hoverfly, .mockServer, .mountebank, .wireMock],
    texts: own.texts + [MountebankTemplate.self], refused: RefusedFormat.all)
}

extension Value {
  /// Whether these conditions of a stub file require the method HEAD.
  var asksForHead: Bool { self["method"]?.scalar?.text.uppercasedASCII() == "HEAD" }
}
