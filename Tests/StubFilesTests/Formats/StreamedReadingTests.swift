import Foundation
import StubCore
import Testing

@testable import StubFiles

@Suite("Recordings that are read while their file is parsed")
struct StreamedReadingTests {
  /// What reading a text whole and then its recordings gives.
  private static func whole(_ source: SourceText) -> (cassettes: [Cassette], findings: String) {
    var diagnostics = DiagnosticList()
    let documents = DocumentReader.documents(in: source, reportingTo: &diagnostics)
    let reader = Reader()
    let cassettes = documents.map { Value($0) }.compactMap { document in
      RecordingFormat.recognizing(document)?.cassette(document, reader: reader)
    }
    diagnostics.append(contentsOf: reader.findings.list)
    return (cassettes, diagnostics.description)
  }

  private static func streamed(_ source: SourceText) -> (cassettes: [Cassette], findings: String) {
    var diagnostics = DiagnosticList()
    let readings = DocumentReader.readings(in: source, reportingTo: &diagnostics)
    for reading in readings {
      if let recording = reading.recording {
        diagnostics.append(contentsOf: recording.findings)
      }
    }
    return (readings.compactMap { $0.recording?.cassette }, diagnostics.description)
  }

  @Test(
    "They are the same as when the file is read whole",
    arguments: RecordingSample.all.filter {
      !$0.text.hasPrefix("<") && $0.title != RecordingFormat.yahttpvcr.title
    })
  func samples(sample: RecordingSample) throws {
    let source = try SourceText(name: "a", text: sample.text)
    let (streamed, whole) = (Self.streamed(source), Self.whole(source))
    #expect(streamed.cassettes == whole.cassettes)
    #expect(streamed.findings == whole.findings)
    #expect(streamed.cassettes.count == 1)
  }

  @Test(
    "So are those that other tools have recorded", .enabled(if: RecordedFiles.areThere),
    arguments: ["yaml yml", "json har"])
  func corpus(extensions: String) throws {
    let paths = RecordedFiles.paths(in: "", Set(extensions.split(separator: " ").map(String.init)))
    var count = 0
    for path in paths {
      guard let source = try? SourceText(path: path) else { continue }
      let (streamed, whole) = (Self.streamed(source), Self.whole(source))
      // What has no recordings in it is left for the whole document to tell.
      if streamed.cassettes.isEmpty { continue }
      count += 1
      #expect(streamed.cassettes == whole.cassettes, "\(path)")
      #expect(streamed.findings == whole.findings, "\(path)")
    }
    #expect(count > 20)
  }

  private static let interaction = """
    {"request": {"method": "get", "uri": "http://a/"}, "response": {"status": {"code": 200}}}
    """

  private static func readings(_ text: String, as name: String = "a.json") throws
    -> [DocumentReading]
  {
    var diagnostics = DiagnosticList()
    let source = try SourceText(name: name, text: text)
    let readings = DocumentReader.readings(in: source, reportingTo: &diagnostics)
    #expect(diagnostics.isEmpty)
    return readings
  }

  @Test("Of the recordings only the first is kept as a node")
  func outline() throws {
    let list = Array(repeating: Self.interaction, count: 3).joined(separator: ",\n")
    for name in ["a.json", "a.yaml"] {
      let readings = try Self.readings("{\"http_interactions\": [\(list)], \"a\": 1}", as: name)
      #expect(readings.map { $0.recording?.cassette.tracks.count } == [3])
      #expect(readings.first?.outline["http_interactions"]?.elements?.count == 1)
      #expect(readings.first?.outline["a"] != nil)
    }
  }

  @Test("What stands after the list counts")
  func keysAfter() throws {
    let text = """
      {"http_interactions": [\(Self.interaction), \(Self.interaction)],
      "recorded_with": "betamax/0.8.1"}
      """
    let recording = try #require(try Self.readings(text).first?.recording)
    #expect(recording.format.title == "Betamax")
    #expect(recording.cassette.tracks.count == 2)
    #expect(recording.cassette.recorder == "betamax/0.8.1")
  }

  @Test("A list that turns out to be no recordings is kept")
  func corrected() throws {
    let text = "{\"http_interactions\": [1, 2], \"cassette\": 1, \"tracks\": []}"
    let readings = try Self.readings(text)
    #expect(readings.count == 1)
    #expect(readings.first?.recording == nil)
    #expect(readings.first?.outline["http_interactions"]?.elements?.count == 2)
  }

  @Test("A list that is no list of recordings is kept")
  func rules() throws {
    let readings = try Self.readings("- { a: 1 }\n- { a: 2 }\n---\ntracks: [1, 2]", as: "a.yaml")
    #expect(readings.map { $0.recording == nil } == [true, true])
    #expect(readings[0].outline.elements?.count == 2)
    #expect(readings[1].outline["tracks"]?.elements?.count == 2)
  }

  @Test("Each document of a file has its own recordings; aliases between recordings hold")
  func documents() throws {
    let text = """
      http_interactions:
      - request: { method: get, uri: http://a/1, headers: &headers { A: [ b ] } }
        response: &response { status: { code: 200 } }
      - { request: { method: get, uri: http://a/2, headers: *headers }, response: *response }
      ---
      interactions: [ { request: { method: GET, uri: http://a/3 }, response: *nothing } ]
      """
    var diagnostics = DiagnosticList()
    let readings = DocumentReader.readings(
      in: try SourceText(name: "a.yaml", text: text), reportingTo: &diagnostics)
    #expect(diagnostics.sorted.map(\.line) == [6])
    let tracks = try #require(readings.first?.recording).cassette.tracks
    #expect(readings.count == 1)
    #expect(tracks.map(\.request.url) == ["http://a/1", "http://a/2"])
    #expect(tracks[1].request.headers["A"] == "b")
  }

  @Test("After a syntax error nothing of the document is left")
  func syntaxError() throws {
    let reading = try VCRReading("{\"http_interactions\": [\(Self.interaction), ]]", as: "a.json")
    #expect(reading.cassettes.isEmpty)
    #expect(reading.diagnostics.errorCount == 1)
  }

  @Test("Progress is told for each recording")
  func progress() throws {
    let list = Array(repeating: Self.interaction, count: 3).joined(separator: ",")
    let source = try SourceText(name: "a.json", text: "{\"http_interactions\":[\(list)]}")
    var offsets: [Int] = []
    var diagnostics = DiagnosticList()
    _ = DocumentReader.readings(in: source, reportingTo: &diagnostics) { offsets.append($0) }
    let step = Self.interaction.utf8.count + 1
    #expect(offsets == [22, 22 + step, 22 + 2 * step])
  }
}
