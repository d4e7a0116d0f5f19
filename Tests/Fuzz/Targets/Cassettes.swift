import StubCore

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

extension FuzzTarget {
  /// Recordings of all formats are read; what is written of one is read back alike.
  static let cassettes = FuzzTarget("cassettes") { input in
    guard let reading = StubFileReading(input, named: "a") else { return }
    reading.ask()
    if reading.check.diagnostics.hasErrors { return }
    let formats = WritableFormat.withTools.filter { $0.name != "wiremock" }
    let format = formats[input.checksum % formats.count]
    for cassette in reading.cassettes { checkRoundTrip(cassette, in: format) }
  }

  private static func checkRoundTrip(_ cassette: Cassette, in format: WritableFormat) {
    let held = format.held(cassette)
    // A file without interactions may not tell its format.
    if held.interactions.isEmpty { return }
    let written = format.write(cassette)
    let name = "a.\(format.fileExtensions[0])"
    let text = String(decoding: written.bytes, as: UTF8.self)
    guard let source = try? SourceText(name: name, bytes: Array(written.bytes)) else {
      return expect(false, "\(format.name) is no text: \(text)")
    }
    var reader = RuleFileReader(variables: EnvironmentVariables([:]), formats: .all)
    reader.read(source)
    expect(!reader.diagnostics.hasErrors, "\(reader.diagnostics) in:\n\(text)")
    expect(
      reader.draft.cassettes.count == 1, "\(reader.draft.cassettes.count) cassettes in:\n\(text)")
    let again = reader.draft.cassettes[0]
    expect(
      again.interactions.count == held.interactions.count,
      "\(again.interactions.count) of \(held.interactions.count) interactions in:\n\(text)")
    for (found, expected) in zip(again.interactions, held.interactions) {
      // A property list has no control characters.
      let isSame =
        PropertyListText.storable(found.request.method.rawValue)
        == PropertyListText.storable(expected.request.method.rawValue)
        && PropertyListText.storable(found.request.url)
          == PropertyListText.storable(expected.request.url)
        && found.request.body == expected.request.body
        && found.response?.status == expected.response?.status
        && found.response?.body == expected.response?.body
      expect(isSame, "\(found)\ninstead of\n\(expected)\nin:\n\(text)")
    }
  }
}

extension WritableFormat {
  /// The cassette without what the format cannot store.
  fileprivate func held(_ cassette: Cassette) -> Cassette {
    var stored = cassette
    for loss in losses { _ = loss.take(from: &stored, in: title) }
    return stored
  }
}
