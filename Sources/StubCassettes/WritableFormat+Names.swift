import StubCore
import StubDocuments
import StubPlatform

extension WritableFormat {
  /// The notation of the format: YAML, JSON or property list.
  private var notation: DocumentFormat {
    DocumentFormat(fileName: "a.\(fileExtensions[0])") ?? .yaml
  }

  /// Returns the format for a file with this name, chosen so that the file can be read again.
  ///
  /// The project's own format is written as JSON if the name means JSON, otherwise as YAML.
  ///
  /// - Throws: `RecordingError` if a file with this name would be read in another notation.
  package func fitting(name path: String) throws(RecordingError) -> WritableFormat {
    guard let read = DocumentFormat(fileName: path), read != notation else { return self }
    // JSON is also valid YAML.
    if (read, notation) == (.yaml, .json) { return self }
    if read == .json, name == Self.own.name { return .ownInJSON }
    throw RecordingError(
      "\(path) would be read as \(read.title), but \(title) is \(notation.title); use a name that ends "
        + "in .\(fileExtensions[0])")
  }

  /// The project's own format in JSON.
  private static let ownInJSON = WritableFormat(
    own.title, name: own.name, fileExtensions: ["json"]
  ) { cassette in
    let source = try? SourceText(name: "cassette.yaml", bytes: Array(own.bytes(cassette)))
    var diagnostics = DiagnosticList()
    let document = source.flatMap {
      DocumentReader.documents(in: $0, format: .yaml, reportingTo: &diagnostics).first
    }
    return document.map { $0.json.data(pretty: true) + [UInt8(ascii: "\n")] } ?? Data()
  }
}

extension DocumentFormat {
  fileprivate var title: String {
    switch self {
    case .yaml: "YAML"
    case .json: "JSON"
    case .propertyList: "a property list"
    }
  }
}
