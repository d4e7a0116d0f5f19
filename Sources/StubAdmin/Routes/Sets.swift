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
      for group in set.groups { _ = admin.stubs.turn(group, on: isOn) }
      return .json(try admin.set(request["name"]).form)
    },
  ]
}

/// Some stubs that are turned on and off together.
private struct SteeredSet: Sendable {
  /// As it is called in the API.
  let name: String
  /// What is turned on and off; empty in a list.
  var groups: [StubGroup] = []
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
  /// The files and the folders below the one that is served, by name; files that would have one name have
  /// their paths.
  fileprivate var sets: [SteeredSet] {
    let root = SetRoot(configuration)
    let states = stubs.states.map { state in
      let file = state.stub.origin.file
      return (file: file, name: root.name(of: file), isOn: state.isOn)
    }
    var files: [String: String] = [:]
    var shared: Set<String> = []
    for (file, name, _) in states {
      if let other = files.updateValue(file, forKey: name), other != file { shared.insert(name) }
    }
    var sets: [String: SteeredSet] = [:]
    for (file, name, isOn) in states {
      let whole = shared.contains(name) ? file : name
      sets[whole, default: SteeredSet(name: whole)].add(isOn: isOn)
      var rest = name[...]
      while let slash = rest.lastIndex(of: "/"), slash != name.startIndex {
        rest = name[..<slash]
        let folder = String(rest)
        sets[folder, default: SteeredSet(name: folder)].add(isOn: isOn)
      }
    }
    return sets.values.sorted { $0.name < $1.name }
  }

  /// All that has that name, or else what has it as its path.
  ///
  /// - Throws: a refusal when no stub is in it.
  fileprivate func set(_ name: String) throws(AdminRefusal) -> SteeredSet {
    let states = stubs.states.map { (file: $0.stub.origin.file, isOn: $0.isOn) }
    let root = SetRoot(configuration)
    var (set, path) = (SteeredSet(name: name), SteeredSet(name: name))
    for start in root.starts + ["/"] {
      let group = StubGroup(path: start + name)
      let members = states.filter { group.contains($0.file) }
      if members.isEmpty || set.groups.contains(group) { continue }
      if members.allSatisfy({ root.start(of: $0.file) == start }) {
        set.groups.append(group)
        for member in members { set.add(isOn: member.isOn) }
      } else if path.groups.isEmpty {
        path.groups = [group]
        for member in members { path.add(isOn: member.isOn) }
      }
    }
    if let found = [set, path].first(where: { $0.stubs > 0 }) { return found }
    throw AdminRefusal(
      .notFound, code: 404, "no stub comes from \(name.quoted)",
      detail: "GET /sets lists the files and folders that stubs come from")
  }
}

/// The starts of paths that are left out in the names of sets: the folder that is served, and the one that
/// all other files are in that are served.
private struct SetRoot {
  /// They end with a slash; the last one is that of all other names and has nothing to leave out.
  let starts: [String]

  init(_ configuration: Admin.Configuration) {
    let folders = ([configuration.folder] + configuration.servedFolders).map { folder in
      folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    }
    let first = folders[0]
    let others = folders.dropFirst().filter { first.isEmpty || !$0.hasPrefix(first) }
    var common = others.first.map { $0[...] } ?? ""
    for other in others {
      while !other.hasPrefix(common) {
        common = common.dropLast()
        common = common.lastIndex(of: "/").map { common[...$0] } ?? ""
      }
    }
    starts = [first, String(common)].filter { !$0.isEmpty } + [""]
  }

  /// What is left out in the name of a file.
  func start(of file: String) -> String { starts.first { file.hasPrefix($0) } ?? "" }

  /// What a file is called as a set.
  func name(of file: String) -> String { String(file.dropFirst(start(of: file).count)) }
}
