extension TemplateHelper {
  /// Random text of a `length` (36) and `type` (ALPHANUMERIC), or a UUID.
  static let randomValue = TemplateHelper(
    "randomValue", "randomString", usage: "{{randomValue length=12 type='ALPHANUMERIC'}}",
    arguments: 0...0, options: ["length", "type", "uppercase"]
  ) {
    let type = ($0.text(option: "type") ?? "ALPHANUMERIC").uppercased()
    let length = try $0.amount(
      $0.integer(option: "length") ?? 36, "a length", in: 0...1_000_000)
    let text: String
    if type == "UUID" {
      text = $0.environment.random.uuid()
    } else if let alphabet = alphabets[type] {
      text = $0.environment.random.text(of: Array(alphabet), length: length)
    } else {
      throw TemplateHelperError(
        expected: "a type of \((alphabets.keys + ["UUID"]).sorted().joined(separator: ", "))",
        found: "`\(type)`", remedy: "choose one of them")
    }
    return .string($0.flag("uppercase") ? text.uppercased() : text)
  }

  private static let letters = "abcdefghijklmnopqrstuvwxyz"
  private static let digits = "0123456789"
  private static let alphabets = [
    "ALPHANUMERIC": letters + digits,
    "ALPHABETIC": letters,
    "NUMERIC": digits,
    "HEXADECIMAL": digits + "abcdef",
    "ALPHANUMERIC_AND_SYMBOLS": letters + letters.uppercased() + digits
      + "!#$%()*+,-./:;?@[]^_{|}~",
  ]
}
