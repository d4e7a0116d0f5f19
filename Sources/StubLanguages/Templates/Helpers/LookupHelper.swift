extension TemplateHelper {
  /// The member or element whose name or place is computed.
  static let lookup = TemplateHelper("lookup", usage: "{{lookup value key}}", arguments: 2...2) {
    $0[0].templateMember($0.text(1)) ?? .null
  }
}
