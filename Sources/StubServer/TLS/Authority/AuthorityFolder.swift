import StubCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The place of a local authority: a folder with its certificate and its key.
struct AuthorityFolder: Sendable, Hashable {
  static let variable = "STUBBER_CA_DIRECTORY"

  /// Absolute, or relative to the current folder.
  let path: String

  var certificatePath: String { "\(path)/certificate.pem" }

  var keyPath: String { "\(path)/key.pem" }

  init(_ path: String) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// The folder of the variable `STUBBER_CA_DIRECTORY`, or the user's own one.
  ///
  /// - Throws: `TLSConfigurationError` when the user has no home folder.
  static func standard() throws(TLSConfigurationError) -> AuthorityFolder {
    if let path = environment(variable) { return AuthorityFolder(path) }
    #if canImport(Darwin)
    if let home = home { return AuthorityFolder("\(home)/Library/Application Support/stubber/ca") }
    #else
    // The specification of XDG says to overlook a path that is not absolute.
    if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") {
      return AuthorityFolder("\(data)/stubber/ca")
    }
    if let home = home { return AuthorityFolder("\(home)/.local/share/stubber/ca") }
    #endif
    throw TLSConfigurationError(
      "local CA", "you have no home folder", try: "set \(variable) to a folder")
  }

  private static var home: String? {
    environment("HOME") ?? getpwuid(getuid())?.pointee.pw_dir.map { String(cString: $0) }
  }

  /// The value of a variable; `nil` when it is not set or empty.
  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// Makes the folders above this one.
  func makeParents() throws(FileProblem) {
    var end = path.startIndex
    while let slash = path[end...].dropFirst().firstIndex(of: "/") {
      guard mkdir(String(path[..<slash]), 0o755) == 0 || errno == EEXIST || errno == EROFS
      else { throw .last }
      end = slash
    }
  }

  /// The folder that this one is in.
  var parent: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
