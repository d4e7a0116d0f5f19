import StubCore
import StubDocuments
import StubPlatform

/// The reading of bodies in files beside the recording.
extension RecordedBodyReader {
  /// Reads the path of a file below the recording's folder; any other path is reported.
  ///
  /// - Returns: the path as written, and the path for the system.
  func pathBelowFolder(_ value: Value) -> (name: String, path: String)? {
    guard let name = reader.values.text(value) else { return nil }
    let steps = name.utf8.split(separator: UInt8(ascii: "/"))
    guard !name.hasBytes(of: "/"), !steps.contains(where: { $0.elementsEqual("..".utf8) }) else {
      return reader.values.mismatch(
        value, expected: "the path of a file below the cassette's folder",
        remedy: "record the body again")
    }
    return (name, "\(DurableFile.folder(of: value.position.source.name))/\(name)")
  }

  /// Reads a body in a file whose path is relative to the recording, as in Playwright and Java's
  /// Betamax.
  func fileBeside(_ value: Value) -> Data? {
    guard let (name, path) = pathBelowFolder(value) else { return nil }
    reader.values.note(file: path, of: value)
    guard FileKind(of: path) == .file else {
      reader.values.report(
        value, found: "no file \(name)", remedy: "put it beside this file, or record again")
      return nil
    }
    return reader.values.fileContents(value, at: path, atMost: .max)
  }
}
