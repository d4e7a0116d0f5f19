import StubCore
import Testing

@Suite("Swift in the documentation") struct SwiftBlockTests {
  @Test(
    "Each block is the text of an example that is compiled", arguments: Document.blocks(of: "swift")
  )
  func blockIsExample(block: Document.Block) {
    #expect(
      Example.all.contains { $0.text == block.text },
      "\(block.page):\(block.line) has no counterpart in Tests/GuideExamplesTests")
  }

  @Test("Each example is shown", arguments: Example.all.filter { !$0.isTutorial })
  func exampleIsShown(example: Example) {
    #expect(
      Document.blocks(of: "swift").contains { $0.text == example.text },
      "example \"\(example.name)\" is in no document, or is different there")
  }

  @Test(
    "Each call in a table stands in an example file", arguments: Document.all.flatMap(\.tableCalls))
  func callIsCompiled(call: String) {
    let lines = Set(
      Example.files.joined().map { line in
        let content = line.drop { $0 == " " }
        return String(content.hasPrefix("$0") ? content.dropFirst(2) : content)
      })
    #expect(lines.contains(call))
  }

  @Test(
    "Every template helper is in the guide", arguments: TemplateHelper.all.compactMap(\.names.first)
  )
  func helperIsListed(name: String) throws {
    let page = try #require(Document.all.first { $0.name == "AnsweringRequests.md" })
    #expect(page.text.contains("`\(name)`"))
  }

  @Test("There are documents, blocks and examples to check, in known languages only")
  func thereIsSomethingToCheck() {
    #expect(Document.all.count > 8)
    #expect(Example.all.count > 20)
    let languages = Set(Document.all.flatMap(\.blocks).map(\.language))
    #expect(languages == ["", "swift", "yaml", "sh", "text", "objc", "ruby"])
    // The reader of blocks knows only fences at the start of a line.
    for line in Document.all.flatMap({ $0.text.split(separator: "\n") }) where line.contains("```")
    {
      #expect(line.hasPrefix("```"))
    }
  }
}
