extension TemplateHelper {
  /// Whether a list has an element, an object a member, or a text a part.
  static let contains = TemplateHelper(
    "contains", usage: "{{#if (contains listOrText 'part')}}", arguments: 2...2
  ) {
    call in
    switch call[0] {
    case .array(let elements): .bool(elements.contains { $0.isAlike(call[1]) })
    case .object(let object): .bool(object[call.text(1)] != nil)
    case .null: false
    default: .bool(call.text(0).contains(call.text(1)))
    }
  }
}
