import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("One traffic in three formats", .outside("cassettes"))
struct AlignedVCRTests {
  static let names = RecordedFiles.paths(in: "aligned/vcr-ruby-yaml", ["yml"]).map {
    (($0 as NSString).lastPathComponent as NSString).deletingPathExtension
  }

  private func interactions(_ folder: String, _ file: String) throws -> [Interaction] {
    let path = OutsideFixtures.path("\(RecordedFiles.root)/aligned/\(folder)/\(file)")
    let reading = VCRReading(try SourceText(path: path))
    #expect(reading.diagnostics.description == "")
    return try #require(reading.cassettes.first).interactions
  }

  @Test("there are two dozen of them")
  func count() { #expect(Self.names.count == 24) }

  @Test("reads the same from VCR, VCR.py and go-vcr", arguments: names)
  func same(name: String) throws {
    let ruby = try interactions("vcr-ruby-yaml", name + ".yml")
    let python = try interactions("vcrpy-yaml", name + ".yaml")
    let go = try interactions("go-vcr-yaml", name + ".yaml")
    #expect(!ruby.isEmpty && ruby.count == python.count && ruby.count == go.count)
    for ((ruby, python), go) in zip(zip(ruby, python), go) {
      #expect(ruby.request == python.request)
      #expect(ruby.response?.body.isEmpty == go.response?.body.isEmpty)
      #expect(ruby.request.method == go.request.method)
      #expect(ruby.request.url == go.request.url)
      #expect(ruby.response == python.response)
      #expect(ruby.failure == python.failure)
      #expect(ruby.response?.body == go.response?.body)
      #expect(ruby.response?.status == go.response?.status)
      #expect(ruby.response?.headers == go.response?.headers)
      #expect(ruby.recordedAt != nil)
    }
  }
}
