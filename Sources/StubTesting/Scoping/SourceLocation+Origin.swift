import Foundation
import StubCore
import Testing

extension SourceLocation {
  /// The absolute path of the source file.
  var path: String {
    #if compiler(>=6.3)
    filePath
    #else
    _filePath
    #endif
  }

  /// Creates the location of a stub or an interaction in a source file or a stub file.
  ///
  /// A stub knows only the module and the name of its source file, so the path is found by this
  /// name. It is the path of the test's file if that file has the name, and otherwise the path of a
  /// file with the name beside it, if there is one.
  init(_ origin: HTTPStub.Origin, near test: SourceLocation) {
    let name = origin.file.split(separator: "/").last.map(String.init) ?? origin.file
    let line = max(origin.line, 1)
    if origin.file.hasPrefix("/") {
      let folder = origin.file.split(separator: "/").dropLast().last.map(String.init) ?? "file"
      self.init(fileID: "\(folder)/\(name)", filePath: origin.file, line: line, column: 1)
      return
    }
    var path = test.path
    if origin.file != test.fileID {
      let beside = URL(filePath: test.path).deletingLastPathComponent().appending(path: name).path
      path = FileManager.default.fileExists(atPath: beside) ? beside : origin.file
    }
    let fileID = origin.file.contains("/") ? origin.file : "\(test.moduleName)/\(name)"
    self.init(fileID: fileID, filePath: path, line: line, column: 1)
  }
}
