import StubCore
import StubPlatform

/// A stub server that this user runs on this machine, and that other commands can find.
///
/// Each server has a small file in a folder to which only its user can write, and holds a lock on
/// the file. The lock ends with the process, even after a crash, so a file without a lock is
/// obsolete and is removed. There are two such folders, because a server that was not started in a
/// login session has no runtime folder.
struct RunningServer: Sendable, Hashable {
  let address: AdminAddress
  let process: Int
  /// The paths of the server's stub files.
  let paths: [String]

  /// Returns the running servers in the order in which they were started.
  static func all(in folders: [String] = Self.folders()) -> [RunningServer] {
    let files = folders.filter(isPrivate).flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.filter { $0.hasSuffix(".json") }.map { (folder: folder, name: $0) }
    }
    return files.sorted { $0.name < $1.name }.compactMap { file in
      RunningServer(file: "\(file.folder)/\(file.name)")
    }
  }

  /// Returns the paths of `$XDG_RUNTIME_DIR/stubber`, if the variable is set, and of a temporary
  /// folder for the user.
  static func folders(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String] {
    func path(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let own = path("XDG_RUNTIME_DIR").map { "\($0)/stubber" }
    return [own, "\(path("TMPDIR") ?? "/tmp")/stubber-\(getuid())"].compactMap(\.self)
  }

  /// Returns whether the folder belongs to this user, and no other user can create files in it.
  private static func isPrivate(_ folder: String) -> Bool {
    var status = stat()
    return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == getuid() && status.st_mode & 0o022 == 0
  }

  init(address: AdminAddress, process: Int = Int(getpid()), paths: [String]) {
    (self.address, self.process, self.paths) = (address, process, paths)
  }

  /// Reads the file of a server; if the server has ended, removes the file and returns `nil`.
  private init?(file: String) {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    if flock(descriptor, LOCK_SH | LOCK_NB) == 0 {
      unlink(file)
      return nil
    }
    guard let bytes = try? DurableFile.read(file), let json = try? JSONValue(parsing: Data(bytes)),
      let url = json["url"]?.string
    else { return nil }
    address = AdminAddress(
      url: url, socket: json["socket"]?.string, token: json["token"]?.string,
      authorityFile: json["certificate"]?.string)
    process = json["pid"]?.number?.integer ?? 0
    paths = json["paths"]?.array?.compactMap(\.string) ?? []
  }

  private var json: JSONValue {
    var object = JSONObject([
      ("url", .string(address.url)), ("pid", .number(process)), ("paths", .strings(paths)),
    ])
    object["socket"] = address.socket.map { .string($0) }
    object["token"] = address.token.map { .string($0) }
    object["certificate"] = address.authorityFile.map { .string($0) }
    return .object(object)
  }
}

extension RunningServer {
  /// The file of a server of this process, which exists as long as the server runs.
  final class Record: Sendable {
    private let file: String
    private let descriptor: Int32

    fileprivate init(file: String, descriptor: Int32) {
      (self.file, self.descriptor) = (file, descriptor)
    }

    func remove() {
      unlink(file)
      close(descriptor)
    }
  }

  /// Writes a file in the first usable folder, so that other commands find this server.
  ///
  /// - Returns: the file; `nil` if no folder is usable, so that only `--url` finds the server.
  func record(in folders: [String] = Self.folders()) -> Record? {
    for folder in folders {
      if let record = record(in: folder) { return record }
    }
    return nil
  }

  /// The text of the warning that no folder is usable.
  static var noPlaceWarning: String {
    "other commands find this server by --url only: its address cannot be kept in "
      + folders().joined(separator: " or ")
  }

  private func record(in folder: String) -> Record? {
    mkdir(folder, 0o700)
    guard Self.isPrivate(folder) else { return nil }
    // The name starts with the time, because servers are listed in the order of their start.
    let now = Int(Date().timeIntervalSince1970)
    let file = "\(folder)/\(now)-\(process)-\(UInt16.random(in: .min ... .max))"
    let descriptor = open(file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return nil }
    let bytes = Array(json.text().utf8)
    // The file is locked and written first; then it gets the name by which commands find it.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      write(descriptor, bytes, bytes.count) == bytes.count, rename(file, "\(file).json") == 0
    else {
      unlink(file)
      close(descriptor)
      return nil
    }
    return Record(file: "\(file).json", descriptor: descriptor)
  }
}
