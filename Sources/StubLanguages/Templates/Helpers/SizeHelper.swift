extension TemplateHelper {
  /// The number of elements, members or characters.
  static let size = TemplateHelper("size", "length", usage: "{{size value}}", arguments: 1...1) {
    let count =
      switch $0[0] {
      case .array(let elements): elements.count
      case .object(let object): object.count
      case .null: 0
      default: $0.text(0).count
      }
    return .number(JSONNumber(count))
  }
}
