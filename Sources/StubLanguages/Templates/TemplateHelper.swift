/// A function that templates can call: `{{name argument option=value}}`.
///
/// To add one, write a file in `Helpers/` that extends this type with a static member, and put
/// that member in ``all``:
///
/// ```swift
/// extension TemplateHelper {
///   static let reverse = TemplateHelper("reverse", usage: "{{reverse text}}", arguments: 1...1) {
///     .string(String($0.text(0).reversed()))
///   }
/// }
/// ```
///
/// Names, the number of arguments and the options are checked when a template is compiled. A
/// call whose arguments are all literals is tried then, too, so that a wrong format or pattern is
/// found before the first request. An error thrown by the function gets line and column.
package struct TemplateHelper: Sendable {
  /// The name and its other spellings.
  package let names: [String]
  /// How it is written, for messages.
  package let usage: String
  package let arguments: ClosedRange<Int>
  package let options: Set<String>
  /// Whether `{{#name}} … {{/name}}` passes the rendered body as the first argument.
  package let takesBody: Bool
  /// Whether it copes with a missing first argument, so that the others can be tried early.
  package let acceptsMissing: Bool
  package let call: @Sendable (inout TemplateCall) throws -> JSONValue

  package init(
    _ names: String..., usage: String, arguments: ClosedRange<Int>, options: Set<String> = [],
    takesBody: Bool = false, acceptsMissing: Bool = false,
    call: @escaping @Sendable (inout TemplateCall) throws -> JSONValue
  ) {
    self.names = names
    self.usage = usage
    self.arguments = arguments
    self.options = options
    self.takesBody = takesBody
    self.acceptsMissing = acceptsMissing
    self.call = call
  }

  /// The number of arguments in words.
  var arity: String {
    let (least, most) = (arguments.lowerBound, arguments.upperBound)
    if least == most { return least == 1 ? "1 argument" : "\(least) arguments" }
    return most == .max ? "at least \(least) arguments" : "\(least) to \(most) arguments"
  }

  func optionList(of name: String) -> String {
    if options.isEmpty { return "no options for `\(name)`" }
    return "only the options \(options.sorted().joined(separator: ", ")) for `\(name)`"
  }
}
