import StubCore
import StubLanguages

/// The identifiers of stubs and requests in the admin API.
///
/// They are UUIDs, as in WireMock. If neither a file nor a client gives one, it is computed from
/// the number of the stub or request, so that nothing has to be stored.
final class AdminNames: Sendable {
  enum Kind: String {
    case stub = "4000"
    case request = "4001"
  }

  /// The stubs from files, by their identifiers in the files, and by their titles, which contain
  /// the place in the file.
  private struct FileStubs: Sendable {
    var names: [ScalarText: HTTPStub.ID] = [:]
    var titles: [ScalarText: HTTPStub.ID] = [:]
  }

  /// The stubs of the server from files, found when they are needed.
  ///
  /// It is `nil` before that, and after files have been reloaded.
  private let given = Lock<FileStubs?>(nil)
  /// A cache of stubs to be compared with unmatched requests; `nil` for a stub that is not in
  /// WireMock's form.
  private let diffs = Lock<[HTTPStub.ID: UnmatchedDiff?]>([:])
  private static let mostDiffs = 256
  /// The first part of all identifiers that this process makes, which differs from that of other
  /// processes.
  private let first: String

  init() {
    let number = UInt32.random(in: .min ... .max)
    first = Self.hexadecimal(UInt64(number), count: 8)
  }

  private static func hexadecimal(_ number: UInt64, count: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  /// Returns the identifier made from the number `number`.
  func name(_ kind: Kind, _ number: Int) -> String {
    let digits = Self.hexadecimal(UInt64(truncatingIfNeeded: number), count: 16)
    return "\(first)-\(digits.prefix(4))-\(kind.rawValue)-8000-\(digits.dropFirst(4))"
  }

  /// Returns the number of the stub or request for which this process has made an identifier.
  ///
  /// It is `nil` if the identifier is of another kind, or was not made by this process.
  func number(_ kind: Kind, of name: String) -> Int? {
    let parts = name.lowercasedASCII().split(separator: "-")
    guard parts.count == 5, parts[0] == first, parts[2] == kind.rawValue, parts[3] == "8000"
    else { return nil }
    return Int("\(parts[1])\(parts[4])", radix: 16)
  }

  /// Returns whether the text is a UUID (RFC 9562 §4).
  static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && parts.joined().utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }

  /// Returns the stub of the server that has the identifier `name` in its file.
  func stub(_ name: String, in server: Admin) -> HTTPStub.ID? {
    given(in: server).names[ScalarText(name)]
  }

  /// Returns the stub that is now in the place of `stub`, after its file has been reloaded.
  func stub(inPlaceOf stub: HTTPStub, in server: Admin) -> HTTPStub.ID? {
    stub.written == nil ? nil : given(in: server).titles[ScalarText(stub.title)]
  }

  /// Returns the server's stubs from files, even in a session, which may have removed some of them.
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

  /// Returns the stub, if it is in WireMock's form, to be compared with unmatched requests.
  ///
  /// `read` is called only if the stub is not in the cache.
  func diff(of stub: HTTPStub, read: () -> UnmatchedDiff?) -> UnmatchedDiff? {
    if let diff = diffs.withLock({ $0[stub.id] }) { return diff }
    let diff = read()
    diffs.withLock { diffs in
      if diffs.count >= Self.mostDiffs { diffs = [:] }
      diffs[stub.id] = .some(diff)
    }
    return diff
  }

  /// Clears the caches because files have been reloaded.
  func forgetFiles() {
    given.withLock { $0 = nil }
    diffs.withLock { $0 = [:] }
  }
}
