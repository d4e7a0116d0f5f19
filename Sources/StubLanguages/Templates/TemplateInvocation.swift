/// A helper with its arguments.
struct TemplateInvocation: Sendable {
  let helper: TemplateHelper
  /// The name it was called by.
  let name: String
  let arguments: [TemplateValue]
  let options: [(name: String, value: TemplateValue)]
  let offset: Int

  /// What the helper answers; its errors get the place of the call.
  func answer(
    _ input: inout TemplateCall, in source: TemplateSource
  ) throws(TemplateError) -> JSONValue {
    do {
      return try helper.call(&input)
    } catch let error as TemplateHelperError {
      throw source.error(
        at: offset, expected: error.expected, found: error.found, remedy: error.remedy)
    } catch {
      throw source.error(
        at: offset, expected: "arguments that `\(name)` can use", found: "\(error)",
        remedy: "write \(helper.usage)")
    }
  }
}
