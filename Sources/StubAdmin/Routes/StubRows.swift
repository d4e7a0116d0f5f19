import StubCore
import StubFiles
import StubLanguages

/// Routes that list stubs in a short form, and turn single stubs on and off.
extension AdminRoute {
  private static let paging = Paging(usual: 100, most: 100_000)

  static let stubRows: [AdminRoute] = [
    AdminRoute(
      .get, "/stubs/rows", "List stubs in short, those asked first at the start",
      parameters: [
        Parameter("search", "Only stubs that have all of these words in what the list shows"),
        Parameter("file", "Only stubs of this file"),
        Parameter("state", "Only stubs that are unused, usedUp, off or added"),
      ] + paging.parameters,
      answers: [
        (200, .json(.object(["stubs": .list(.object), "matching": .count, "total": .count])))
      ]
    ) { request, admin throws(AdminRefusal) in
      let places = try paging.places(request)
      let filter = try StubFilter(request, admin)
      let all = admin.stubs.states
      let matching = filter.takesAll ? all : all.filter(filter.takes)
      return .list(
        "stubs", matching.part(places),
        then: [
          ("matching", .number(JSONNumber(matching.count))),
          ("total", .number(JSONNumber(all.count))), ("files", files(of: all)),
        ]
      ) { admin.row($0) }
    },
    .changing(
      .patch, "/stubs/{id}", "Turn a stub on or off", body: .json(.object(["on": .flag])),
      answers: [(200, .json(.object))]
    ) { request, admin throws(AdminRefusal) in
      let stub = try admin.stub(named: request["id"])
      let isOn = try request.neededFlag("on")
      guard admin.stubs.turn(stub.id, on: isOn) else { throw .notFound }
      return .json(admin.row(stub))
    },
    AdminRoute(.get, "/stubs/{id}/row", "Show a stub in short", answers: [(200, .json(.object))]) {
      request, admin throws(AdminRefusal) in
      .json(admin.row(try admin.stub(named: request["id"])))
    },
    AdminRoute(
      .get, "/stubs/{id}/text", "Show a stub as it is written",
      answers: [(200, .other(["application/yaml", "application/json"]))]
    ) { request, admin throws(AdminRefusal) in
      let stub = try admin.stub(named: request["id"])
      switch StubForms(admin, for: [stub]).written(stub).first {
      case ("mapping", let mapping)?:
        return .text(mapping.text(pretty: true) + "\n", type: "application/json")
      case ("rule", let rule)?:
        return .text(WrittenRule(rule).text, type: "application/yaml; charset=utf-8")
      default:
        throw AdminRefusal(
          .notFound, code: 404, "\(stub.title) is not written in a file that can be read")
      }
    },
  ]

  /// Returns the files in the order of their stubs, each with its number of stubs.
  private static func files(of stubs: [(stub: HTTPStub, answered: Int, isOn: Bool)]) -> JSONValue {
    var files: [String] = []
    var counts: [ScalarText: Int] = [:]
    // The stubs of a file are mostly adjacent, so few look-ups are needed.
    var (file, count) = ("", 0)
    for (stub, _, _) in stubs {
      if stub.origin.file.hasSameScalars(as: file) {
        count += 1
        continue
      }
      if count > 0 { counts[ScalarText(file), default: 0] += count }
      (file, count) = (stub.origin.file, 1)
      if counts[ScalarText(file)] == nil {
        counts[ScalarText(file)] = 0
        files.append(file)
      }
    }
    if count > 0 { counts[ScalarText(file), default: 0] += count }
    return .array(
      files.map { file in
        ["file": .string(file), "stubs": .number(JSONNumber(counts[ScalarText(file)] ?? 0))]
      })
  }
}

/// The selection of the stubs that a list shows.
private struct StubFilter {
  private enum State: String, CaseIterable {
    case unused
    case usedUp
    case off
    case added
  }

  private let words: [String]
  private let file: String?
  private let state: State?
  private let admin: Admin

  init(_ request: AdminRequest, _ admin: Admin) throws(AdminRefusal) {
    self.admin = admin
    words = (request.parameter("search") ?? "").lowercased().split(separator: " ").map(String.init)
    file = request.parameter("file")
    let text = request.parameter("state") ?? ""
    state = State(rawValue: text)
    if state == nil, !text.isEmpty {
      let names = State.allCases.map(\.rawValue).joined(separator: ", ")
      throw AdminRefusal(
        400, "state must be one of \(names), not \(text.quoted)", pointer: "state")
    }
  }

  var takesAll: Bool { words.isEmpty && file == nil && state == nil }

  func takes(_ row: (stub: HTTPStub, answered: Int, isOn: Bool)) -> Bool {
    let stub = row.stub
    if let file, !stub.origin.file.hasSameScalars(as: file) { return false }
    switch state {
    case .unused where row.answered > 0: return false
    case .usedUp where row.answered < stub.limit ?? .max: return false
    case .off where row.isOn: return false
    case .added where admin.added[stub.id] == nil: return false
    default: break
    }
    if words.isEmpty { return true }
    let conditions = stub.matchers.map(\.description).joined(separator: " ")
    let methods = stub.methods.map(\.rawValue).joined(separator: " ")
    let text = "\(stub.name ?? "") \(methods) \(conditions) \(stub.origin.file)".lowercased()
    return words.allSatisfy { text.contains($0) }
  }
}

extension Admin {
  /// Returns the short form of a stub, for lists.
  func row(_ stub: HTTPStub) -> JSONValue {
    row((stub, stubs.answeredCount(of: stub.id), stubs.isOn(stub.id)))
  }

  fileprivate func row(_ state: (stub: HTTPStub, answered: Int, isOn: Bool)) -> JSONValue {
    let stub = state.stub
    var row = JSONObject([
      ("id", .string(name(of: stub))), ("title", .string(stub.title)),
    ])
    if let name = stub.name { row["name"] = .string(name) }
    row["methods"] = .array(stub.methods.map { .string($0.rawValue) })
    row["conditions"] = .array(stub.matchers.map { .string($0.description) })
    row["answers"] = .array(
      stub.answerTitles.map {
        ["method": .string($0.method?.rawValue ?? ""), "title": .string($0.title)]
      })
    if !stub.webhooks.isEmpty { row["then"] = .array(stub.webhooks.map { .string($0.title) }) }
    row["file"] = .string(stub.origin.file)
    row["line"] = .number(JSONNumber(stub.origin.line))
    row["priority"] = .number(JSONNumber(stub.priority))
    row["answered"] = .number(JSONNumber(state.answered))
    if let limit = stub.limit { row["limit"] = .number(JSONNumber(limit)) }
    row["isOn"] = .bool(state.isOn)
    row["isAdded"] = .bool(added[stub.id] != nil)
    if !stub.problems.isEmpty { row["problems"] = .array(stub.problems.map { .string($0) }) }
    return .object(row)
  }
}
