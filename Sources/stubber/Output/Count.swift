/// A number of things in words: `1 stub`, `2 stubs`.
struct Count: CustomStringConvertible {
  let number: Int
  let noun: String

  init(_ number: Int, _ noun: String) {
    self.number = number
    self.noun = noun
  }

  var description: String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
