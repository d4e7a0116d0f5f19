extension TemplateHelper {
  /// One of the arguments, or of the elements of a list; with `count` a list of different ones.
  static let pickRandom = TemplateHelper(
    "pickRandom", usage: "{{pickRandom a b c count=2}}", arguments: 1...Int.max,
    options: ["count"]
  ) {
    var choices = $0.arguments
    if choices.count == 1, case .array(let elements) = choices[0] { choices = elements }
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
