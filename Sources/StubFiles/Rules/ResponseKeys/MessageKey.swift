import StubCore

extension RuleKey where Target == ResponseDraft {
  static var message: Self {
    Self(
      "message", "The file with a whole response, as curl -is prints it.", .string,
      example: "message.txt"
    ) { value, response in
      guard let data = value.fileContents(in: response.scope) else { return }
      do throws(RawMessageError) {
        let saved = try HTTPStubResponse(message: data).specification
        response.specification.head = saved.head
        response.specification.body = saved.body
      } catch {
        let name = value.node.scalar?.text ?? ""
        value.report(
          found: "\(Quotation.of(error.found)) on line \(error.line) of \(name)",
          expected: error.expected, remedy: "try saving the message with curl -is")
      }
    }
  }
}
