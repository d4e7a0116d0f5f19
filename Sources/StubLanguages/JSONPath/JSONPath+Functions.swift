extension JSONPath {
  /// A function extension (RFC 9535 §2.4).
  enum Function: String, Sendable, CaseIterable {
    case length
    case count
    case match
    case search
    case value

    var parameters: [FunctionType] {
      switch self {
      case .length: [.value]
      case .count, .value: [.nodes]
      case .match, .search: [.value, .value]
      }
    }

    var result: FunctionType {
      switch self {
      case .length, .count, .value: .value
      case .match, .search: .logical
      }
    }
  }

  /// The types of the function type system (RFC 9535 §2.4.1), as messages call them.
  enum FunctionType: String, Sendable {
    case value = "one value"
    case logical = "true or false"
    case nodes = "a list of nodes"
  }
}
