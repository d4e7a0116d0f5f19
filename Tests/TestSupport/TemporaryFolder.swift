public import Foundation

/// A folder that is removed with its last owner.
public final class TemporaryFolder: Sendable {
  public let path: String

  /// A folder with these files, by names that may lead into folders of its own.
  public init(_ files: KeyValuePairs<String, String> = [:]) throws {
    path = NSTemporaryDirectory() + "stubs-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  public func file(_ name: String) -> String { "\(path)/\(name)" }

  public func text(of name: String) -> String? {
    try? String(contentsOfFile: file(name), encoding: .utf8)
  }

  /// Writes a file, and gives its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  @discardableResult
  public func write(_ data: Data, to name: String) throws -> String {
    let url = URL(filePath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
    return url.path
  }
}
