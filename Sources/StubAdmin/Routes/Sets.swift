import StubCore
import StubLanguages

/// Routes for sets of stubs, which are turned on and off together: each file, and each folder with
/// its contents.
extension AdminRoute {
  static let sets: [AdminRoute] = [
    AdminRoute(
      .get, "/sets", "List the files and folders that stubs come from",
      answers: [(200, .json(.object(["sets": .list(.named("StubSet"))])))]
    ) { _, admin in .list("sets", admin.sets, then: []) { $0.form } },
    AdminRoute(
      .get, "/sets/{name...}", "Show how many stubs a file or folder has",
      answers: [(200, .json(.named("StubSet")))]
    ) { request, admin throws(AdminRefusal) in .json(try admin.set(request["name"]).form) },
    .changing(
      .patch, "/sets/{name...}", "Turn all stubs of a file or folder on or off",
      body: .json(.object(["on": .flag])), answers: [(200, .json(.named("StubSet")))]
    ) { request, admin throws(AdminRefusal) in
      let set = try admin.set(request["name"])
      let isOn = try request.neededFlag("on")
      for group in set.groups { _ = admin.stubs.turn(group, on: isOn) }
      return .json(try admin.set(request["name"]).form)
    },
  ]
}

/// A set of stubs that is turned on and off as a whole.
private struct SwitchableSet: Sendable {
  /// The name of the set in the API.
  let name: String
  /// The groups that are turned on and off; empty in a list of sets.
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
  /// The files with stubs and their folders, each named by its path below the served folder.
  ///
  /// Files with equal names are listed by their whole paths.
  fileprivate var sets: [SwitchableSet] {
    let root = SetRoot(configuration)
    let states = stubs.states.map { state in
      let file = state.stub.origin.file
      return (file: file, name: root.name(of: file), isOn: state.isOn)
    }
    var files: [ScalarText: ScalarText] = [:]
    var shared: Set<ScalarText> = []
    for (file, name, _) in states {
      let (file, name) = (ScalarText(file), ScalarText(name))
      if let other = files.updateValue(file, forKey: name), other != file { shared.insert(name) }
    }
    var sets: [ScalarText: SwitchableSet] = [:]
    for (file, name, isOn) in states {
      let whole = shared.contains(ScalarText(name)) ? file : name
      sets[ScalarText(whole), default: SwitchableSet(name: whole)].add(isOn: isOn)
      var rest = name[...]
      while let slash = rest.lastIndex(of: "/"), slash != name.startIndex {
        rest = name[..<slash]
        let folder = String(rest)
        sets[ScalarText(folder), default: SwitchableSet(name: folder)].add(isOn: isOn)
      }
    }
    return sets.values.sorted { $0.name.precedesByScalars($1.name) }
  }

  /// Returns the set named `name`; if there is none, the set with this path.
  ///
  /// - Throws: a refusal if it contains no stub.
  fileprivate func set(_ name: String) throws(AdminRefusal) -> SwitchableSet {
    let states = stubs.states.map { (file: $0.stub.origin.file, isOn: $0.isOn) }
    let root = SetRoot(configuration)
    var (set, path) = (SwitchableSet(name: name), SwitchableSet(name: name))
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

/// The part at the start of paths that the names of sets leave out.
///
/// It is the served folder, or the folder that all other served files have in common.
private struct SetRoot {
  /// The starts of paths, which end with a slash.
  ///
  /// The last one is empty, and applies to all other paths.
  let starts: [String]

  init(_ configuration: Admin.Configuration) {
    let folders = ([configuration.folder] + configuration.servedFolders).map { folder in
      folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    }
    let first = folders[0]
    let others = folders.dropFirst().filter { first.isEmpty || !$0.hasBytes(of: first) }
    var common = others.first.map { $0[...] } ?? ""
    for other in others {
      while !other.utf8.starts(with: common.utf8) {
        common = common.dropLast()
        common = common.lastIndex(of: "/").map { common[...$0] } ?? ""
      }
    }
    starts = [first, String(common)].filter { !$0.isEmpty } + [""]
  }

  /// Returns the start that the name of a file leaves out.
  func start(of file: String) -> String { starts.first { file.hasBytes(of: $0) } ?? "" }

  /// Returns the name of a file as a set.
  func name(of file: String) -> String {
    String(Substring(file.utf8.dropFirst(start(of: file).utf8.count)))
  }
}
