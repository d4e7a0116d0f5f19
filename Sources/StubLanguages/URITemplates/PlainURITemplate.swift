/// A path template of literals and whole segments, such as `/users/{id}/posts`.
///
/// It is matched without decoding.
struct PlainURITemplate: Sendable {
  private static let open = UInt8(ascii: "{")
  private static let close = UInt8(ascii: "}")
  private static let slash = UInt8(ascii: "/")

  private let text: String

  /// Creates the template; `nil` if the text has any other syntax.
  init?(_ text: String) {
    var text = text
    guard text.withUTF8(Self.isPlain) else { return nil }
    self.text = text
  }

  /// Creates the template from the parts of a path; `nil` if they have any other syntax.
  init?(_ path: [URIPart]) {
    var text = ""
    for part in path {
      switch part {
      case .literal(let literal): text += literal
      case .expression(let expression):
        guard expression.kind == .simple, expression.variables.count == 1,
          expression.variables[0].modifier == .none
        else { return nil }
        text += "{\(expression.variables[0].name)}"
      }
    }
    self.init(text)
  }

  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // Templates that do not start with a slash are not plain, because they make the first slash of
    // the path optional.
    guard text.first == slash else { return false }
    var place = 0
    while place < text.count {
      if text[place] == open {
        let name = place + 1
        guard text[place - 1] == slash, let end = text[name...].firstIndex(of: close), end > name,
          text[name..<end].allSatisfy({ $0 == UInt8(ascii: "_") || $0.isASCIIAlphanumeric }),
          end + 1 == text.count || text[end + 1] == slash
        else { return false }
        place = end + 1
      } else {
        guard isPlain(text[place]) else { return false }
        place += 1
      }
    }
    return true
  }

  /// The segments that every matching path has.
  var shape: URITemplate.PathShape {
    let segments = text.utf8.dropFirst().split(
      separator: Self.slash, omittingEmptySubsequences: false)
    return URITemplate.PathShape(
      segments: segments.map { $0.first == Self.open ? nil : String(Substring($0)) },
      isComplete: true)
  }

  /// Matches the path, and adds the values of the variables.
  ///
  /// - Returns: whether the template matches; `nil` if the path must be decoded to be compared.
  func match(_ path: String, into bindings: inout URIBindings) -> Bool? {
    var (path, text) = (path, text)
    return path.withUTF8 { path in text.withUTF8 { Self.match(path, $0, into: &bindings) } }
  }

  private static func match(
    _ path: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>,
    into bindings: inout URIBindings
  ) -> Bool? {
    var place = 0
    var wanted = 0
    while wanted < text.count {
      if text[wanted] == open {
        let nameStart = wanted + 1
        while text[wanted] != close { wanted += 1 }
        let start = place
        while place < path.count, path[place] != slash {
          guard isPlain(path[place]) else { return nil }
          place += 1
        }
        guard place > start else { return false }
        let variable = URIVariable(name: string(text, nameStart..<wanted))
        guard bindings.bind(variable, .string(string(path, start..<place))) else { return false }
      } else {
        guard place < path.count else { return false }
        guard path[place] == text[wanted] else { return isPlain(path[place]) ? false : nil }
        place += 1
      }
      wanted += 1
    }
    return place == path.count
  }

  private static func string(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> String { String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self) }

  private static func isPlain(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) || byte == slash
  }
}
