import StubCore
import StubFiles
import StubLanguages
import StubPlatform

/// The files in which added stubs are saved in WireMock's form, with one stub in each file.
struct SavedMappings: Sendable {
  /// The folder of the files: the served folder if its name is `mappings`, otherwise the folder
  /// `mappings` in it.
  let folder: String
  /// Called with a path before a file is changed and after that, so that the watcher of files
  /// ignores the change.
  private let onChange: @Sendable (_ path: String, _ isOver: Bool) -> Void
  /// The template for the names of files; `nil` means WireMock's usual names.
  private let names: Template?
  private let added: AddedStubs

  /// Finds the folder of the files.
  ///
  /// - Throws: a refusal if the server has no folder, or if `admin` is the API of a session.
  init(_ admin: Admin) throws(AdminRefusal) {
    if let session = admin.session {
      throw AdminRefusal(
        409, code: 50, "the session \(session.quoted) cannot save stubs: files are read for all",
        detail: "leave persistent and persist out, or save them without the session")
    }
    let served = try admin.configuration.neededFolder("to save stubs in")
    (names, added) = (admin.configuration.fileNames, admin.added)
    let isMappings = served.split(separator: "/").last == "mappings"
    folder = isMappings ? served : FileFolder(served).path(of: "mappings") ?? served
    if let program = admin.program {
      onChange = program.fileChange
    } else {
      onChange = { _, _ in }
    }
  }

  /// Returns whether the file is directly in this folder.
  func has(_ file: String) -> Bool {
    DurableFile.folder(of: file) == DurableFile.folder(of: path("_"))
  }

  /// Writes a stub in one step, to its present file or to a new one.
  ///
  /// - Throws: a refusal if the file cannot be written.
  /// - Returns: the path.
  func save(_ mapping: JSONObject, in file: String? = nil) throws(AdminRefusal) -> String {
    let path = file ?? newPath(for: mapping)
    let bytes = Array(JSONValue.object(mapping).data(pretty: true)) + [UInt8(ascii: "\n")]
    try write(bytes, to: path)
    return path
  }

  /// Writes a file of saved stubs, in any form, in one step.
  ///
  /// - Throws: a refusal if the file cannot be written.
  func write(_ bytes: [UInt8], to path: String) throws(AdminRefusal) {
    onChange(path, false)
    defer { onChange(path, true) }
    try DurableFile.write(bytes, to: path)
    added.noteWriting(of: path)
  }

  func remove(_ file: String) {
    onChange(file, false)
    defer { onChange(file, true) }
    try? FileManager.default.removeItem(atPath: file)
  }

  private func path(_ name: String) -> String { FileFolder(folder).path(of: name) ?? name }

  /// Returns an unused path for a stub that has no file yet.
  private func newPath(for mapping: JSONObject) -> String {
    let usual = Self.fileName(of: mapping)
    guard let names, let name = Self.fileName(of: mapping, names) else { return path(usual) }
    let wanted = path(name)
    guard DurableFile.mode(of: wanted) != nil else { return wanted }
    return path("\(name.dropLast(5))-\(mapping["id"]?.string ?? "").json")
  }

  /// Returns the name that a template makes from `id`, `name`, `method`, `url` and `path`.
  ///
  /// The result is `nil` if the template fails, or if its text is empty.
  static func fileName(of mapping: JSONObject, _ template: Template) -> String? {
    let url = url(of: mapping)
    let context = JSONValue.object([
      "id": mapping["id"] ?? "", "name": .string(slug(mapping["name"]?.string ?? "")),
      "method": .string(mapping["request"]?["method"]?.string ?? "any"),
      "url": .string(slug(String(url.prefix(200)))),
      "path": .string(slug(String(url.prefix { $0 != "?" }.prefix(200)))),
    ])
    let environment = TemplateEnvironment()
    guard let text = try? template.render(context, environment: environment) else { return nil }
    let name = slug(text.hasSuffix(".json") ? String(text.dropLast(5)) : text)
    return name.isEmpty ? nil : String(name.prefix(240)) + ".json"
  }

  private static func url(of mapping: JSONObject) -> String {
    let request = mapping["request"]
    let urls = ["url", "urlPath", "urlPattern", "urlPathPattern", "urlPathTemplate"]
    let url = urls.lazy.compactMap { request?[$0]?.string }.first ?? ""
    return String(url.drop { $0 == "/" })
  }

  /// Returns WireMock 3's name for the file of a stub: `NAME-ID.json`, or `METHOD-URL-ID.json`.
  static func fileName(of mapping: JSONObject) -> String {
    let name =
      mapping["name"]?.string
      ?? "\(mapping["request"]?["method"]?.string ?? "any")-\(url(of: mapping))"
    let words = [slug(String(name.prefix(200))), mapping["id"]?.string ?? ""]
    return words.filter { !$0.isEmpty }.joined(separator: "-") + ".json"
  }

  /// Returns a text with only lower-case letters, digits, `_`, `-` and `.`, and without `.` or `-`
  /// at its start.
  private static func slug(_ text: String) -> String {
    var slug = ""
    for character in text.lowercased() {
      switch character {
      case "/": slug.append("_")
      case " ": slug.append("-")
      case "_", "-", ".": slug.append(character)
      default:
        if character.isASCII, character.isLetter || character.isNumber { slug.append(character) }
      }
    }
    return String(slug.drop { $0 == "." || $0 == "-" })
  }
}

extension Admin.Configuration {
  /// Returns the served folder.
  ///
  /// - Throws: a refusal if there is none; `purpose` completes its text.
  func neededFolder(_ purpose: String) throws(AdminRefusal) -> String {
    guard !folder.isEmpty else {
      throw AdminRefusal(
        409, code: 50, "this server has no folder \(purpose)",
        detail: "start it with a folder, such as stubber serve Stubs")
    }
    return folder
  }
}

extension DurableFile {
  /// Writes or replaces a file in one step.
  static func write(_ bytes: [UInt8], to path: String) throws(AdminRefusal) {
    do throws(FileProblem) {
      try place(path, with: bytes)
    } catch {
      throw AdminRefusal(500, code: 50, "cannot write \(path): \(error)")
    }
  }
}
