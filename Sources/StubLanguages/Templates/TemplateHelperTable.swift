/// The helpers of a template by name.
struct TemplateHelperTable: Sendable {
  /// The names that are part of the language and need a body.
  static let blocks: Set<String> = ["if", "unless", "each", "with"]

  static let standard = TemplateHelperTable(TemplateHelper.all)

  private let helpers: [String: TemplateHelper]

  init(_ helpers: [TemplateHelper]) {
    let named = helpers.flatMap { helper in helper.names.map { ($0, helper) } }
    self.helpers = Dictionary(named) { _, last in last }
  }

  subscript(name: String) -> TemplateHelper? { helpers[name] }

  var names: [String] { helpers.keys.sorted() }

  /// The names as the end of a message.
  var list: String { "helpers are " + names.joined(separator: ", ") }

  /// The name that was most likely meant.
  func nearest(to name: String) -> String? {
    let limit = max(1, name.count / 3)
    return names.map { ($0, Self.distance($0.lowercased(), name.lowercased())) }
      .filter { $0.1 <= limit }
      .min { $0.1 < $1.1 }?
      .0
  }

  /// How many characters to change, add or remove to get from one word to the other.
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
