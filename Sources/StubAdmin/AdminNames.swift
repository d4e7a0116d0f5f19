import StubCore
import StubLanguages

/// The identifiers under which the admin API speaks of stubs and requests.
///
/// They are UUIDs as in WireMock: the one that a file or a client gave, or else one that is made of
/// the number of the stub or request, so that nothing has to be kept for it.
final class AdminNames: Sendable {
  enum Kind: String {
    case stub = "4000"
    case request = "4001"
  }

  /// Stubs of files by the identifier that is given there, and by their titles, which say where they are
  /// written.
  private struct FileStubs: Sendable {
    var names: [ScalarText: HTTPStub.ID] = [:]
    var titles: [ScalarText: HTTPStub.ID] = [:]
  }

  /// Those of the server, once one was asked for; `nil` before that and after files were read again.
  private let given = Lock<FileStubs?>(nil)
  /// Stubs of unmatched requests; `nil` for one that is not in WireMock's form.
  private let shown = Lock<[HTTPStub.ID: JSONValue?]>([:])
  private static let mostShown = 256
  /// Tells the names of this process from those of others.
  private let first: String

  init() {
    let number = UInt32.random(in: .min ... .max)
    first = Self.hexadecimal(UInt64(number), count: 8)
  }

  private static func hexadecimal(_ number: UInt64, count: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  /// The identifier of what has that number.
  func name(_ kind: Kind, _ number: Int) -> String {
    let digits = Self.hexadecimal(UInt64(truncatingIfNeeded: number), count: 16)
    return "\(first)-\(digits.prefix(4))-\(kind.rawValue)-8000-\(digits.dropFirst(4))"
  }

  /// The number of what was given that name here.
  func number(_ kind: Kind, of name: String) -> Int? {
    let parts = name.lowercasedASCII().split(separator: "-")
    guard parts.count == 5, parts[0] == first, parts[2] == kind.rawValue, parts[3] == "8000"
    else { return nil }
    return Int("\(parts[1])\(parts[4])", radix: 16)
  }

  /// Whether it is a UUID (RFC 9562 §4).
  static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && parts.joined().utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }

  /// The stub of the server that its file gives the name.
  func stub(_ name: String, in server: Admin) -> HTTPStub.ID? {
    given(in: server).names[ScalarText(name)]
  }

  /// The stub of the server that is written where another was before its file was read again.
  func stub(inPlaceOf stub: HTTPStub, in server: Admin) -> HTTPStub.ID? {
    stub.written == nil ? nil : given(in: server).titles[ScalarText(stub.title)]
  }

  /// Always of the server: a session may have removed some of them.
  private func given(in server: Admin) -> FileStubs {
    if let given = given.withLock({ $0 }) { return given }
    var stubs = FileStubs()
    for stub in server.stubs.stubs.reversed() {
      guard let written = stub.written else { continue }
      if let name = written.id { stubs.names[ScalarText(name)] = stub.id }
      if server.added[stub.id] == nil { stubs.titles[ScalarText(stub.title)] = stub.id }
    }
    given.withLock { $0 = stubs }
    return stubs
  }

  /// The stub in WireMock's form as the table for an unmatched request shows it; read at most once.
  func shown(_ stub: HTTPStub, read: () -> JSONValue?) -> JSONValue? {
    if let mapping = shown.withLock({ $0[stub.id] }) { return mapping }
    let mapping = read()
    shown.withLock { shown in
      if shown.count >= Self.mostShown { shown = [:] }
      shown[stub.id] = .some(mapping)
    }
    return mapping
  }

  /// Forgets what files have said, as they were read again.
  func forgetFiles() {
    given.withLock { $0 = nil }
    shown.withLock { $0 = [:] }
  }
}
