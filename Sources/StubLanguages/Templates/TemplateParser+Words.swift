// The source of tags, for comparing opening and closing ones and for messages.
extension TemplateParser {
  func tagEnd(_ tag: TemplateTag) -> Int {
    source.find("}}", from: tag.tokens.last?.range.upperBound ?? tag.offset).map { $0 + 2 }
      ?? source.end
  }

  func words(_ tag: TemplateTag) -> String {
    guard let first = tag.tokens.first, let last = tag.tokens.last else {
      return source.text(tag.offset..<tagEnd(tag))
    }
    return source.text(first.range.lowerBound..<last.range.upperBound)
  }

  /// The words of the head alone: what the closing tag repeats.
  func headWords(_ tag: TemplateTag) -> String {
    guard let first = tag.tokens.first else { return "" }
    var parser = tagParser(tag)
    let end = (try? parser.parseHead()) == nil ? first.range.upperBound : parser.headEnd
    return source.text(first.range.lowerBound..<end)
  }
}
