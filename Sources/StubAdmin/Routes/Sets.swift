import StubCore
import StubLanguages

/// Sets of stubs, which are turned on and off together: each file, and each folder with all that is in it.
extension AdminRoute {
  static let sets: [AdminRoute] = [
    AdminRoute(
      .get, "/sets", "List the files and folders that stubs come from", tag: "Sets",
      answers: [(200, .json(.object(["sets": .list(.named("StubSet"))])))]
    ) { _, admin in
      .list("sets", admin.sets, then: []) { $0.form }
    },
    AdminRoute(
      .get, "/sets/{name...}", "Show how many stubs a file or folder has", tag: "Sets",
      answers: [(200, .json(.named("StubSet")))]
    ) { request, admin throws(AdminRefusal) in .json(try admin.set(request["name"]).form) },
    .changing(
      .patch, "/sets/{name...}", "Turn all stubs of a file or folder on or off", tag: "Sets",
      body: .json(.object(["on": .flag])), answers: [(200, .json(.named("StubSet")))]
    ) { request, admin throws(AdminRefusal) in
      let set = try admin.set(request["name"])
      guard let isOn = try request.object()["on"]?.bool else {
        throw AdminRefusal(
          unprocessable: "on is missing", "send {\"on\": true} or {\"on\": false}", pointer: "/on")
      }
      _ = admin.stubs.turn(set.group, on: isOn)
      return .json(try admin.set(request["name"]).form)
    },
  ]
}

/// Some stubs that are turned on and off together.
private struct SteeredSet: Sendable {
  /// As it is called in the API.
  let name: String
  let group: StubGroup
  var stubs = 0
  var on = 0

  mutating func add(isOn: Bool) {
    stubs += 1
    if isOn { on += 1 }
  }

  var form: JSONValue {
    [
      "name": .string(name), "stubs": .number(JSONNumber(stubs)), "on": .number(JSONNumber(on)),
    ]
  }
}

extension Admin {
  /// The files and the folders below the one that is served, by name.
  fileprivate var sets: [SteeredSet] {
    let states = stubs.states
    let root = SetRoot(configuration.folder, files: states.map(\.stub.origin.file))
    var sets: [String: SteeredSet] = [:]
    for state in states {
      let file = state.stub.origin.file
      let name = root.name(of: file)
      var end = name.endIndex
      while true {
        let part = String(name[..<end])
        let path = String(file.dropLast(name.count - part.count))
        sets[part, default: SteeredSet(name: part, group: StubGroup(path: path))]
          .add(isOn: state.isOn)
        guard let slash = name[..<end].lastIndex(of: "/"), slash != name.startIndex else { break }
        end = slash
      }
    }
    return sets.values.sorted { $0.name < $1.name }
  }

  /// The set with that name.
  ///
  /// - Throws: a refusal when no stub is in it.
  fileprivate func set(_ name: String) throws(AdminRefusal) -> SteeredSet {
    let states = stubs.states
    let root = SetRoot(configuration.folder, files: states.map(\.stub.origin.file))
    for group in root.groups(name) {
      var set = SteeredSet(name: name, group: group)
      for state in states where group.contains(state.stub.origin.file) {
        set.add(isOn: state.isOn)
      }
      if set.stubs > 0 { return set }
    }
    throw AdminRefusal(
      .notFound, code: 404, "no stub comes from \(name.quoted)",
      detail: "GET /sets lists the files and folders that stubs come from")
  }
}

/// The starts of paths that are left out in the names of sets: the folder that is served, and the one that
/// all other files are in.
private struct SetRoot {
  private let folder: String
  private let other: String

  init(_ folder: String, files: [String]) {
    self.folder = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    var common: Substring?
    var last = ""
    for file in files where file != last && (folder.isEmpty || !file.hasPrefix(self.folder)) {
      last = file
      guard let slash = file.lastIndex(of: "/") else {
        common = ""
        break
      }
      var start = common ?? file[...slash]
      while !file.hasPrefix(start) {
        start = start.dropLast()
        start = start.lastIndex(of: "/").map { start[...$0] } ?? ""
      }
      common = start
    }
    other = String(common ?? "")
  }

  /// What a file is called as a set.
  func name(of file: String) -> String {
    for root in [folder, other] where !root.isEmpty && file.hasPrefix(root) {
      return String(file.dropFirst(root.count))
    }
    return file
  }

  /// What may be meant by a name: a slash at the start of a whole path is not seen in a request's path.
  func groups(_ name: String) -> [StubGroup] {
    [folder + name, other + name, name, "/" + name].map(StubGroup.init)
  }
}
