extension TemplateHelper {
  /// The whole numbers from one to another, both included; at most 100,000.
  static let range = TemplateHelper("range", usage: "{{#each (range 1 10)}}", arguments: 2...2) {
    let (first, last) = (try $0.integer(0), try $0.integer(1))
    let size = last.subtractingReportingOverflow(first)
    _ = try $0.amount(
      size.overflow ? .max : Int(clamping: size.partialValue.magnitude),
      "a distance between the ends", in: 0...99_999)
    let ascending = (min(first, last)...max(first, last)).map { JSONValue.number(JSONNumber($0)) }
    return .array(first <= last ? ascending : ascending.reversed())
  }
}
