import ExampleSupport
import Foundation
import HTTPStubber
import Testing

@Suite("Printed texts in the documentation", .serialized, .timeLimit(.minutes(5)))
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

  /// Whether the shown lines are among the printed ones, one after the other.
  ///
  /// A line `…` stands for any lines left out; at the end of a line it stands for the rest of it.
  private func contains(_ printed: String, _ shown: String) -> Bool {
    let printed = printed.split(separator: "\n", omittingEmptySubsequences: false)
    var starts = Set(printed.indices)
    for line in shown.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "…" {
        guard let first = starts.min() else { return false }
        starts = Set(first...printed.count)
      } else {
        starts = Set(
          starts.filter { $0 < printed.count && isShown(printed[$0], as: line) }.map { $0 + 1 })
      }
    }
    return !starts.isEmpty
  }

  private func isShown(_ printed: Substring, as shown: Substring) -> Bool {
    shown.hasSuffix("…") ? printed.hasPrefix(shown.dropLast()) : printed == shown
  }

  private func report() throws -> String {
    let stubs = StubSet()
    stubs.add(
      stub: HTTPStubRequest(file: "ShopTests/CartTests.swift", line: 31)
        .named("cart").match(path: "/cart").stub(.status(.ok)))
    stubs.add(
      stub: HTTPStubRequest(file: "ShopTests/BookTests.swift", line: 12)
        .named("add a book")
        .match(URI: "https://shop.example/books/{id}")
        .match(header: .contentType, .contains("json"))
        .match(jsonPath: "$.title", "Emma")
        .stub(for: .put, .status(.ok)))
    let request = ReceivedRequest(
      .put, "https://shop.example/books/2", headers: [.contentType: "application/json"],
      body: Data(#"{"title": "Walden"}"#.utf8))
    guard case .unmatched(let report, _) = stubs.receive(request).outcome else {
      throw PassedThrough()
    }
    return report.description
  }

  private func failedVerification() throws -> String {
    let stubs = StubSet(HTTPStubRequest().stub(.status(.ok)))
    _ = stubs.receive(ReceivedRequest(.get, "https://shop.example/books"))
    let failure = try #require(throws: VerificationFailure.self) {
      try stubs.journal.verify(
        count: 2..., matching: .path("/books"), fileID: "ShopTests/BookTests.swift", line: 12)
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
      try BuiltCommand(["serve", "./Stubs"])?.serve().announcement ?? "",
      try BuiltCommand(["serve", "Stubs"])?.serve().announcement ?? "",
      try BuiltCommand(["check", "api.yaml"], in: folder)?.run().output ?? "",
      try BuiltCommand(explanation)?.run().output ?? "",
      try BuiltCommand(["--help"])?.run().output ?? "",
    ]
  }
}
