import StubCore

/// A table of the served stubs.
struct StubListing {
  /// A row of the table, for one method of one stub.
  struct Row {
    let name: String
    let method: String
    let request: String
    let status: String
    let origin: String
  }

  /// The largest number of rows in the table; further rows are only counted.
  static let rowLimit = 60

  private let stubs: [HTTPStub]

  /// Creates a table that lists the stubs in this order.
  init(_ stubs: [HTTPStub]) { self.stubs = stubs }

  var rows: [Row] { stubs.flatMap(Self.rows) }

  var lines: [String] {
    var shown: [Row] = []
    for stub in stubs where shown.count < Self.rowLimit { shown += Self.rows(of: stub) }
    let cells = shown.prefix(Self.rowLimit).map {
      [$0.name, $0.method, $0.request, $0.status, $0.origin]
    }
    let head = [["NAME", "METHOD", "REQUEST", "STATUS", "SOURCE"]]
    var lines = Table(rows: head + cells).lines
    let count = stubs.reduce(0) { $0 + $1.responses.count }
    if count > Self.rowLimit { lines.append("and \(count - Self.rowLimit) more") }
    return lines
  }

  private static func rows(of stub: HTTPStub) -> [Row] {
    stub.responses.sorted { isBefore($0.key, $1.key) }.map { responses in
      let (key, script) = (responses.key, responses.script)
      let methods = key.method.map { [$0] } ?? stub.matchedMethods
      return Row(
        name: stub.name ?? "-",
        method: methods?.map(\.rawValue).joined(separator: ", ") ?? "any",
        request: [condition(of: stub, but: key.method == nil), script.condition?.title]
          .compactMap(\.self).joined(separator: ", "),
        status: status(of: script, methods?.first ?? .get, stub),
        origin: stub.origin.description)
    }
  }

  private static func isBefore(_ left: ResponseKey, _ right: ResponseKey) -> Bool {
    guard let left = left.method, let right = right.method else { return left.method != nil }
    let order = HTTPMethod.standard
    let places = (order.firstIndex(of: left), order.firstIndex(of: right))
    if let first = places.0, let second = places.1 { return first < second }
    return places.0 == places.1 ? left.rawValue < right.rawValue : places.0 != nil
  }

  /// Returns the first condition of the stub, followed by the number of the others, such as `(+2)`.
  ///
  /// If `leavesMethodOut` is set, the method is not counted as a condition.
  private static func condition(of stub: HTTPStub, but leavesMethodOut: Bool) -> String {
    let matchers = stub.matchers.filter { !leavesMethodOut || $0.methods == nil }
    guard let first = matchers.first else { return "any request" }
    let others = matchers.count - 1
    return others == 0 ? first.description : "\(first.description) (+\(others))"
  }

  /// Returns the statuses of a list of responses, in order, for the example request of the stub.
  private static func status(
    of script: ResponseScript, _ method: HTTPMethod, _ stub: HTTPStub
  ) -> String {
    let request = stub.sample.request(method, authority: "localhost")
    let context = ResponderContext(stub: stub, templates: TemplateEnvironment())
    let statuses = script.responders.map { responder in
      // A random fault is listed by its name.
      let troubled = (responder as? ImpairedResponder).flatMap {
        $0.impairment.isCertain ? nil : $0
      }
      let fault = troubled.map { "\($0.impairment)" } ?? ""
      let asked = troubled?.base ?? responder
      var answer = try? asked.respond(to: request, in: context)
      switch answer {
      case .ready?: break
      case .pending?, nil:
        // A template may fail for an example request, and a slow template is not evaluated here.
        if let outline = asked.outline { answer = .ready(outline) }
      }
      let text = answer.map { AnswerSummary($0).text } ?? "500"
      return fault.isEmpty ? text : "\(text), \(fault)"
    }
    return statuses.joined(separator: " → ")
  }
}

extension HTTPStub {
  /// The methods that a matcher allows; `nil` if no matcher limits them.
  fileprivate var matchedMethods: [HTTPMethod]? {
    matchers.lazy.compactMap(\.methods).first
  }
}
