import StubCore
import StubLanguages
import StubPlatform

/// Routes for the files in the folder `__files`, which are bodies of responses.
extension AdminRoute {
  static let files: [AdminRoute] = [
    AdminRoute(
      .get, "/files", "List the files for bodies of responses",
      answers: [(200, .json(.list(.text)))]
    ) { _, admin throws(AdminRefusal) in
      .json(.array(try BodyFiles(admin).names.map { .string($0) }))
    },
    AdminRoute(
      .get, "/files/{fileId...}", "Get a file",
      answers: [(200, .other(["application/octet-stream"]))]
    ) { request, admin throws(AdminRefusal) in
      let path = try BodyFiles(admin).existing(request["fileId"])
      do throws(FileProblem) {
        let bytes = Data(try DurableFile.read(path))
        return AdminResponse(.ok, type: "application/octet-stream", .data(bytes))
      } catch {
        throw .notFound
      }
    },
    AdminRoute(
      .put, "/files/{fileId...}", "Write a file; the answer is what was written, in base64",
      body: .other(["application/octet-stream"]), answers: [(200, .json(.text))]
    ) { request, admin throws(AdminRefusal) in
      let bytes = request.message.body ?? Data()
      try BodyFiles(admin).write(bytes, to: request["fileId"])
      return .json(.string(bytes.base64EncodedString()))
    },
    AdminRoute(.delete, "/files/{fileId...}", "Remove a file", answers: [(200, .none)]) {
      request, admin throws(AdminRefusal) in
      try BodyFiles(admin).remove(request["fileId"])
      return .empty()
    },
  ]
}

/// The folder `__files`, outside which no file can be read or written.
struct BodyFiles {
  /// The largest number of folders in a name, and the largest number of bytes in each part of a
  /// name.
  ///
  /// File systems allow 255 bytes, and the suffix of an unfinished file needs 7 of them.
  private static let (mostFolders, mostBytes) = (32, 248)
  private let folder: FileFolder

  /// Finds the folder of the files.
  ///
  /// - Throws: a refusal if the server has no folder.
  init(_ admin: Admin) throws(AdminRefusal) {
    let served = try admin.configuration.neededFolder("with files")
    // Stubs use the folder `__files` of the served folder,
    // or the one beside a folder named `mappings`.
    var names = served.split(separator: "/", omittingEmptySubsequences: false)
    while names.last == "", names.count > 1 { names.removeLast() }
    if names.last == "mappings" { names.removeLast() }
    folder = FileFolder((names + ["__files"]).joined(separator: "/"))
  }

  /// The paths of all files, sorted and relative to the folder.
  var names: [String] {
    let all = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return all.sorted().filter { Self.isFile("\(folder.path)/\($0)") }
  }

  private static func isFile(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder
  }

  /// Returns the path of a file that exists.
  ///
  /// - Throws: a refusal if it is missing, is a folder, or is outside the folder `__files`.
  func existing(_ name: String) throws(AdminRefusal) -> String {
    let steps = try steps(of: name)
    guard let path = folder.path(inside: steps.joined(separator: "/")), Self.isFile(path) else {
      throw .notFound
    }
    return path
  }

  /// Writes or replaces a file, and creates the folders for it.
  func write(_ bytes: Data, to name: String) throws(AdminRefusal) {
    let steps = try steps(of: name)
    if let problem = Self.problem(of: steps) {
      throw AdminRefusal(400, code: 51, problem, detail: "use a shorter name")
    }
    // A symbolic link in the path must not lead out of the folder.
    for count in 1...steps.count {
      let inner = steps[..<count].joined(separator: "/")
      guard let path = folder.path(of: inner), DurableFile.mode(of: path) != nil else { break }
      if folder.path(inside: inner) == nil { throw outside(name) }
    }
    guard let path = folder.path(of: steps.joined(separator: "/")) else { throw outside(name) }
    try DurableFile.write(Array(bytes), to: path)
  }

  /// Removes an existing file.
  func remove(_ name: String) throws(AdminRefusal) {
    let path = try existing(name)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Returns the problem with a name for a new file; `nil` if there is none.
  private static func problem(of steps: [Substring]) -> String? {
    if steps.count - 1 > mostFolders {
      return
        "the name leads through \(steps.count - 1) folders, of which it may have \(mostFolders)"
    }
    guard let long = steps.first(where: { $0.utf8.count > mostBytes }) else { return nil }
    return
      "the name \(long.prefix(40))… has \(long.utf8.count) bytes, of which it may have \(mostBytes)"
  }

  private func steps(of name: String) throws(AdminRefusal) -> [Substring] {
    let steps = name.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    guard !steps.isEmpty, !name.utf8.contains(0),
      !steps.contains(where: { $0 == ".." || $0 == "." })
    else { throw outside(name) }
    return steps
  }

  private func outside(_ name: String) -> AdminRefusal {
    AdminRefusal(
      .forbidden, code: 51, "\(name.quoted) is not a file inside \(folder.path)",
      detail: "use a name without \"..\" and without links that lead out of the folder")
  }
}
