import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("What written cassettes change")
struct WritingLossTests {
  private static let packed =
    Data(base64Encoded: "H4sIAAAAAAACA6tWSlSyMqwFAK+sG1YHAAAA") ?? Data()

  private func written(_ interaction: Interaction, as format: WritableFormat) throws -> (
    Interaction, losses: [String]
  ) {
    let written = format.write(Cassette(interactions: [interaction]))
    let name = "tape.\(try #require(format.fileExtensions.first))"
    let text = String(decoding: written.bytes, as: UTF8.self)
    return (try VCRReading.interaction(text, as: name), written.losses)
  }

  @Test(
    "DVR and Vinyl, whose tools do not decompress, get bodies without compression",
    arguments: ["dvr", "vinyl"], ["gzip", "GZIP, identity"])
  func compression(name: String, coding: String) throws {
    let format = try #require(WritableFormat.named(name, among: WritableFormat.withTools))
    let recorded = CassetteSample.interaction(
      .post, "/", sending: ["Content-Encoding": coding, "Content-Type": "application/json"],
      body: Self.packed,
      receiving: [
        "Content-Type": "application/json", "Content-Encoding": coding, "Content-Length": "27",
      ], Self.packed)
    let (interaction, losses) = try written(recorded, as: format)
    #expect(interaction.request.body == Data(#"{"a":1}"#.utf8))
    #expect(interaction.request.headers["Content-Encoding"] == nil)
    #expect(interaction.text == #"{"a":1}"#)
    #expect(
      interaction.response?.headers
        == ["Content-Type": "application/json", "Content-Length": "7"])
    let loss =
      "\(format.title) cannot store the compression of bodies; they are stored decompressed"
    #expect(losses.contains("\(loss) (1 of 1 interactions)."))
  }

  @Test("A body in a coding that is not decoded, or that was decoded before, stays as it is")
  func otherCodings() throws {
    for coding in ["br", "gzip"] {
      let recorded = CassetteSample.interaction(
        receiving: ["Content-Encoding": coding, "Content-Type": "text/plain"], Data("abc".utf8))
      let (interaction, losses) = try written(recorded, as: .vinyl)
      #expect(interaction.text == "abc")
      #expect(interaction.response?.headers["Content-Encoding"] == coding)
      #expect(!losses.contains { $0.contains("compression") })
    }
  }

  @Test(
    "Control characters, which XML cannot have, are replaced in property lists, and this is said",
    arguments: ["bekindrewind", "yahttpvcr-plist"])
  func controlCharacters(name: String) throws {
    let format = try #require(WritableFormat.named(name, among: WritableFormat.withTools))
    let recorded = CassetteSample.interaction(sending: ["X-A": "a\u{0}b\tc\u{1F}\u{FFFF}"], Data())
    let (interaction, losses) = try written(recorded, as: format)
    #expect(interaction.request.headers["X-A"] == "a\u{FFFD}b\tc\u{FFFD}\u{FFFD}")
    #expect(losses.contains { $0.contains("control characters in header fields") })
  }

  @Test(
    "Formats that have methods in lower case keep those in capitals",
    arguments: ["vcr", "yahttpvcr", "yahttpvcr-plist"])
  func methods(name: String) throws {
    let format = try #require(WritableFormat.named(name, among: WritableFormat.withTools))
    let (interaction, losses) = try written(CassetteSample.interaction("PROPFIND"), as: format)
    #expect(interaction.request.method == "PROPFIND")
    #expect(!losses.contains { $0.contains("letter case of methods") })
    let mixed = try written(CassetteSample.interaction("Mixed"), as: format)
    #expect(mixed.0.request.method == "MIXED")
    #expect(mixed.losses.contains { $0.contains("the letter case of methods (1 of 1") })
  }

  @Test("HAR: a body that is not in the encoding that its type names keeps its bytes")
  func otherEncoding() throws {
    let body = Data(#"{"a":1}"#.utf8)
    for charset in ["utf-16", "utf-16le", "iso-8859-1", "x-strange"] {
      let recorded = CassetteSample.interaction(body, "application/json; charset=\(charset)")
      #expect(try written(recorded, as: .har).0.response?.body == body)
    }
  }

  @Test("Header values in Latin-1 become UTF-8 in all formats but the project's own")
  func latin1() throws {
    let field = HTTPHeaders.Field(name: "X-Name", bytes: [0x4A, 0xF6])
    let recorded = CassetteSample.interaction(receiving: HTTPHeaders([field]))
    for format in WritableFormat.withTools {
      let isSaid = format.write(Cassette(interactions: [recorded])).losses.contains(
        "\(format.title) cannot store header values in Latin-1; they become UTF-8 "
          + "(1 of 1 interactions).")
      #expect(isSaid == (format.name != "stubber"))
    }
    let again = try written(recorded, as: .har).0
    #expect(again.response?.headers.fields.first?.valueBytes == Array("Jö".utf8))
  }

  @Test("An empty reason phrase is the usual one in other formats, and this is said")
  func emptyReasons() throws {
    var recorded = CassetteSample.interaction(receiving: ["A": "b"])
    recorded.response?.reason = ""
    for format in WritableFormat.withTools where format.name != "wiremock" {
      let (interaction, losses) = try written(recorded, as: format)
      let isSaid = losses.contains { $0.contains("reason phrases (1 of 1 interactions).") }
      #expect(isSaid == (interaction.response?.reason != ""), "\(format.name)")
      #expect(isSaid == (format.name != "stubber"), "\(format.name)")
    }
  }

  @Test("The letter case of names is kept, or its loss is said")
  func letterCase() throws {
    let recorded = CassetteSample.interaction(
      sending: ["x-LOWER": "1"], receiving: ["content-type": "text/plain", "X-A": "1"],
      Data("a".utf8))
    for format in WritableFormat.withTools where format.name != "wiremock" {
      let (interaction, losses) = try written(recorded, as: format)
      let names = interaction.response?.headers.fields.map { $0.name.rawName } ?? []
      let isSaid = losses.contains { $0.contains("the letter case of Content-Type") }
      #expect(interaction.request.headers.fields.map { $0.name.rawName } == ["x-LOWER"])
      #expect(names.contains("X-A"))
      #expect(names.contains("content-type") != isSaid, "\(format.name)")
    }
  }

  @Test(
    "The lost letter case of repeated names is said, if they differ in nothing else",
    arguments: ["vcr", "vcrpy", "dvr", "wiremock"])
  func repeatedNames(name: String) throws {
    let format = try #require(WritableFormat.named(name, among: WritableFormat.withTools))
    let recorded = CassetteSample.interaction(receiving: ["Vary": "a", "vary": "b"])
    let losses = format.write(Cassette(interactions: [recorded])).losses
    let loss = "cannot store the letter case of repeated header names (1 of 1 interactions)."
    #expect(losses.contains { $0.hasSuffix(loss) })
    let equal = CassetteSample.interaction(receiving: ["Vary": "a", "X": "c", "Vary": "b"])
    let others = format.write(Cassette(interactions: [equal])).losses
    #expect(!others.contains { $0.contains("letter case") })
  }

  @Test("A request that the system changed is said to be lost, but not in BeKindRewind")
  func originals() throws {
    var recorded = CassetteSample.interaction()
    recorded.originalRequest = RecordedRequest(.get, "https://a.example/made")
    let cassette = Cassette(interactions: [recorded])
    for format in WritableFormat.withTools {
      let isSaid = format.write(cassette).losses.contains {
        $0.contains("requests as they were before the system changed them (1 of 1")
      }
      #expect(isSaid == (format.name != "bekindrewind"))
    }
    let again = try written(recorded, as: .beKindRewind).0
    #expect(again.originalRequest?.url == "https://a.example/made")
  }

  @Test("BeKindRewind: frames of a scene, with keys in alphabetical order")
  func beKindRewind() throws {
    let interaction = Interaction(
      RecordedRequest(.get, "https://a.example/", headers: ["A": "b"]),
      RecordedResponse(200, body: Data("ab".utf8)), recordedAt: Date(timeIntervalSince1970: 1_000),
      timing: RecordedTiming(
        wait: .milliseconds(500), receive: .milliseconds(250),
        chunks: [ResponseTiming.ScriptedChunk(at: .milliseconds(250), count: 2)]))
    let written = WritableFormat.beKindRewind.write(Cassette(interactions: [interaction]))
    #expect(written.losses == [])
    let text = String(decoding: written.bytes, as: UTF8.self).replacing("\t", with: "")
    #expect(
      text.contains(
        """
        <key>URL</key>
        <string>https://a.example/</string>
        <key>allHeaderFields</key>
        <dict>
        </dict>
        <key>class</key>
        <string>BKRResponseFrame</string>
        <key>creationDate</key>
        <real>1000.5</real>
        <key>statusCode</key>
        <integer>200</integer>
        <key>uniqueIdentifier</key>
        <string>00000000-0000-8000-8000-000000000001</string>
        </dict>
        <dict>
        <key>class</key>
        <string>BKRDataFrame</string>
        <key>creationDate</key>
        <real>1000.75</real>
        <key>data</key>
        <data>
        YWI=
        </data>
        """))
    let frames = text.components(separatedBy: "<string>BKR").dropFirst().map {
      $0.prefix { $0 != "<" }
    }
    #expect(
      frames == [
        "OriginalRequestFrame", "CurrentRequestFrame", "ResponseFrame", "DataFrame",
      ])
  }

  @Test("BeKindRewind keeps its own version, and names another tool's loss")
  func versions() throws {
    let interaction = CassetteSample.interaction()
    let own = Cassette(recorder: "BeKindRewind 0.9.6", interactions: [interaction])
    let written = WritableFormat.beKindRewind.write(own)
    #expect(!written.losses.contains { $0.contains("tool's name") })
    #expect(String(decoding: written.bytes, as: UTF8.self).contains("<string>0.9.6</string>"))
    let other = Cassette(recorder: "VCR 6.2.0", interactions: [interaction])
    #expect(
      WritableFormat.beKindRewind.write(other).losses.contains(
        "BeKindRewind cannot store the recording tool's name."))
  }
}
