/// A function that templates can call as `{{name argument option=value}}`.
///
/// To add a helper, write a static member in the file of its family in `Helpers/`, and put the
/// member in ``all``:
///
/// ```swift
/// extension TemplateHelper {
///   static let reverse = TemplateHelper("reverse", usage: "{{reverse text}}", arguments: 1...1) {
///     .string(String($0.text(0).reversed()))
///   }
/// }
/// ```
///
/// Names, options and the number of arguments are checked when a template is compiled. A call that
/// has only literal arguments is also tried at this time, so that an invalid format or pattern is
/// found before the first request. If the function throws, the error gets line and column.
package struct TemplateHelper: Sendable {
  /// The name and its aliases.
  package let names: [String]
  /// An example of a call, for messages.
  package let usage: String
  package let arguments: ClosedRange<Int>
  package let options: Set<String>
  /// Whether a block `{{#name}} … {{/name}}` has its rendered body as the first argument.
  package let takesBody: Bool
  /// Whether a call is tried when the template is compiled even if its first argument comes from
  /// the request.
  package let acceptsMissing: Bool
  /// Whether the last optional argument, or the option `assign`, is a name for the result in the
  /// rest of the template.
  package let namesValue: Bool
  /// Whether a block `{{#name}} … {{/name}}` renders its body for each element of the
  /// second argument.
  package let repeatsBody: Bool
  package let call: @Sendable (inout TemplateCall) throws -> JSONValue

  package init(
    _ names: String..., usage: String, arguments: ClosedRange<Int>, options: Set<String> = [],
    takesBody: Bool = false, acceptsMissing: Bool = false, namesValue: Bool = false,
    repeatsBody: Bool = false,
    call: @escaping @Sendable (inout TemplateCall) throws -> JSONValue
  ) {
    self.names = names
    self.usage = usage
    self.arguments = arguments
    self.options = options
    self.takesBody = takesBody
    self.acceptsMissing = acceptsMissing
    self.namesValue = namesValue
    self.repeatsBody = repeatsBody
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

extension TemplateHelper {
  /// All helpers of rule files; a new helper must be added to this list.
  package static let all: [TemplateHelper] = [
    // Conditions
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .and, .or, .not, .contains,
    .matches,
    // Texts
    .upper, .lower, .capitalize, .trim, .replace, .substring, .split, .join, .arrayJoin,
    .regexExtract,
    // Values
    .fallback, .size, .lookup, .array, .range, .value, .assign, .log,
    // JSON
    .json, .jsonPath, .parseJSON,
    // Encodings
    .base64, .urlEncode, .urlDecode,
    // Numbers
    .number, .add, .subtract, .multiply, .divide, .remainder, .math, .round, .numberFormat,
    // Time
    .now, .date,
    // Random values
    .uuid, .randomInt, .randomDecimal, .randomValue, .pickRandom,
  ]
}

/// A table of helpers by name.
struct TemplateHelperTable: Sendable {
  /// The names of block helpers.
  static let blocks: Set<String> = ["if", "unless", "each", "with"]

  static let standard = TemplateHelperTable(TemplateHelper.all)

  private let helpers: [String: TemplateHelper]

  init(_ helpers: [TemplateHelper]) {
    let named = helpers.flatMap { helper in helper.names.map { ($0, helper) } }
    self.helpers = Dictionary(named) { _, last in last }
  }

  subscript(name: String) -> TemplateHelper? { helpers[name] }

  var names: [String] { helpers.keys.sorted() }

  /// The names of all helpers, as the end of a message.
  var list: String { "helpers are " + names.joined(separator: ", ") }

  /// Returns the name that is closest to a misspelled one; `nil` if none is close.
  func nearest(to name: String) -> String? {
    let limit = max(1, name.count / 3)
    return names.map { ($0, Self.distance($0.lowercased(), name.lowercased())) }
      .filter { $0.1 <= limit }
      .min { $0.1 < $1.1 }?
      .0
  }

  /// Returns the edit distance of two words.
  private static func distance(_ left: String, _ right: String) -> Int {
    let right = Array(right)
    var row = Array(0...right.count)
    for (line, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for column in right.indices {
        let change = diagonal + (right[column] == character ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(change, diagonal + 1, row[column] + 1)
      }
    }
    return row[right.count]
  }
}

/// A call of a helper in a template.
struct TemplateInvocation: Sendable {
  let helper: TemplateHelper
  /// The name as written in the call.
  let name: String
  let arguments: [TemplateValue]
  let options: [(name: String, value: TemplateValue)]
  let offset: Int
  /// Whether the call opens a block, whose body becomes its first argument.
  var hasBody = false

  /// The argument or option that gives the result its name for the rest of the template; `nil` if
  /// there is none.
  var naming: TemplateValue? {
    guard helper.namesValue else { return nil }
    if let option = options.first(where: { $0.name == "assign" }) { return option.value }
    let count = arguments.count + (hasBody ? 1 : 0)
    return count == helper.arguments.upperBound && count > 1 ? arguments.last : nil
  }

  /// Returns the result of the helper; an error that it throws gets the position of the call.
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
