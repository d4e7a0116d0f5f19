extension TemplateHelper {
  /// A random UUID.
  static let uuid = TemplateHelper("uuid", usage: "{{uuid}}", arguments: 0...0) {
    .string($0.environment.random.uuid())
  }

  /// A random integer from `lower` (default: 0) to `upper` (default: 2147483647), inclusive.
  ///
  /// If only one bound is given, and it lies beyond the default of the other, this default moves.
  static let randomInt = TemplateHelper(
    "randomInt", usage: "{{randomInt lower=1 upper=6}}", arguments: 0...0,
    options: ["lower", "upper"]
  ) {
    let (lowest, highest) = (try $0.integer(option: "lower"), try $0.integer(option: "upper"))
    let lower = lowest ?? (highest.map { $0 < 0 ? min($0, Int(Int32.min)) : 0 } ?? 0)
    let upper = highest ?? max(lower, Int(Int32.max))
    guard lower <= upper else { throw TemplateHelperError.emptyRange("\(lower)", "\(upper)") }
    return .number(JSONNumber($0.environment.random.integer(in: lower...upper)))
  }

  /// A random number from `lower` (default: 0) to `upper` (default: 1).
  ///
  /// If only one bound is given, and it lies beyond the default of the other, this default moves.
  static let randomDecimal = TemplateHelper(
    "randomDecimal", usage: "{{randomDecimal lower=0 upper=1}}", arguments: 0...0,
    options: ["lower", "upper"]
  ) {
    let highest = try $0.decimal(option: "upper")
    let lower = try $0.decimal(option: "lower") ?? min(0, (highest ?? 1) - 1)
    let upper = highest ?? max(1, lower + 1)
    guard lower <= upper else { throw TemplateHelperError.emptyRange("\(lower)", "\(upper)") }
    guard (upper - lower).isFinite else {
      throw TemplateHelperError(
        expected: "bounds whose distance is a number", found: "\(lower) and \(upper)",
        remedy: "use smaller numbers")
    }
    var generator = $0.environment.random
    return .number(JSONNumber(Double.random(in: lower...upper, using: &generator)))
  }

  /// Random text with a `length` (default: 36) and a `type` (default: ALPHANUMERIC), or a UUID.
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

  /// One of the arguments, or of the elements of a list, chosen at random.
  ///
  /// With `count`, the result is a list of `count` different ones.
  static let pickRandom = TemplateHelper(
    "pickRandom", usage: "{{pickRandom a b c count=2}}", arguments: 1...Int.max,
    options: ["count"]
  ) {
    var choices = $0.elements(of: $0.arguments)
    let random = $0.environment.random
    guard let count = try $0.integer(option: "count") else {
      return choices.isEmpty ? .null : choices[random.integer(in: 0...choices.count - 1)]
    }
    var picked: [JSONValue] = []
    while picked.count < count, !choices.isEmpty {
      picked.append(choices.remove(at: random.integer(in: 0...choices.count - 1)))
    }
    return .array(picked)
  }
}
