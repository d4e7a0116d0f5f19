import Foundation
import HTTPStubber
import Testing

@Suite("Printed texts in the documentation", .serialized, .timeLimit(.minutes(2)))
struct PrintedTextTests {
  @Test("Each text is printed like that; … stands for lines left out")
  func texts() throws {
    let printed = try [report(), failedVerification()] + commandOutputs()
    for block in Document.blocks(of: "text") {
      #expect(
        printed.contains { contains($0, block.text) },
        "\(block.testDescription) is not what is printed now:\n\(printed.joined(separator: "\n"))")
    }
  }

  private func contains(_ printed: String, _ shown: String) -> Bool {
    var rest = printed[...]
    for part in shown.components(separatedBy: "…\n") {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  private func report() throws -> String {
    let stubs = StubSet()
    stubs.add(
      stub: HTTPStubRequest(file: "ShopTests/CartTests.swift", line: 31)
        .named("cart").match(path: "/cart").stub())
    stubs.add(
      stub: HTTPStubRequest(file: "ShopTests/BookTests.swift", line: 12)
        .named("add a book")
        .match(URI: "https://shop.example/books/{id}")
        .match(header: .contentType, .contains("json"))
        .match(jsonPath: "$.title", "Emma")
        .stub(for: .put))
    let request = ReceivedRequest(
      .put, "https://shop.example/books/2", headers: [.contentType: "application/json"],
      body: Data(#"{"title": "Walden"}"#.utf8))
    guard case .unmatched(let report, _) = stubs.fate(of: request) else {
      throw Unexpected(description: "expected no stub to answer")
    }
    return report.description
  }

  private func failedVerification() throws -> String {
    let stubs = StubSet(HTTPStubRequest().stub())
    _ = stubs.receive(ReceivedRequest(.get, "https://shop.example/books"))
    let failure = try #require(throws: VerificationFailure.self) {
      try stubs.journal.verify(count: 2..., matching: .path("/books"))
    }
    return failure.description
  }

  private func commandOutputs() throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let faulty = """
      stubs:
        - match: { path: /users, metod: GET }
          respond: { GET: { status: 200 } }
        - match: { urlRegex: "(abc" }
          respond: { GET: { status: 204 } }
      """
    try Data(faulty.utf8).write(to: folder.appending(path: "api.yaml"))
    let explanation = ["explain", "Stubs", "--", "GET", "/books/7"]
    return [
      try Command(["serve", "./Stubs"])?.serve().announcement ?? "",
      try Command(["check", "api.yaml"], in: folder)?.run().output ?? "",
      try Command(explanation)?.run().output ?? "",
      try Command(["--help"])?.run().output ?? "",
    ]
  }
}
