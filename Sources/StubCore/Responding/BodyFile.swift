#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A regular file that serves as a body.
struct BodyFile {
  let size: Int
  let type: HTTPContentType
  let stamp: FileStamp
  /// When its content was changed last, in seconds since 1970.
  let modified: Int

  /// - Throws: `ResponderError` when there is no such file; clients see its text, which names no
  ///   absolute path.
  init(_ path: String) throws(ResponderError) {
    let shown = FileFolder.shown(path)
    guard !path.utf8.contains(0) else {
      throw ResponderError("the name of the body file \(shown.quoted) contains NUL; remove it")
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else {
        throw ResponderError(
          "cannot read the body file \(shown): \(String(cString: strerror(errno)))")
      }
      throw ResponderError(
        "no such body file \(shown); its path is relative to the rule file or the working directory"
      )
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ResponderError(
        "the body file \(shown) is not a regular file")
    }
    size = Int(status.st_size)
    stamp = FileStamp(status)
    #if canImport(Darwin)
    modified = Int(status.st_mtimespec.tv_sec)
    #else
    modified = Int(status.st_mtim.tv_sec)
    #endif
    let name = path.split(separator: "/").last ?? ""
    let dot = name.lastIndex(of: ".")
    type = HTTPContentType(fileExtension: dot.map { String(name[name.index(after: $0)...]) } ?? "")
  }
}
