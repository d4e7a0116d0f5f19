import Dispatch
import StubCore
import StubLanguages

/// One operation of the admin API: how it is asked for, what it answers, and how that is described.
///
/// The routes and the OpenAPI document are made of the same values. A new operation is a value in a
/// file of `Routes` and, for a new resource, a word in ``all``.
struct AdminRoute: Sendable {
  /// A parameter of the query.
  struct Parameter: Sendable {
    let name: String
    let summary: String
    let schema: AdminSchema

    init(_ name: String, _ summary: String, _ schema: AdminSchema = .text) {
      (self.name, self.summary, self.schema) = (name, summary, schema)
    }
  }

  /// What a request or an answer has as its body.
  enum Content: Sendable {
    case json(AdminSchema)
    /// Of any of these media types.
    case other([String])
    case none
  }

  typealias Run = @Sendable (AdminRequest, Admin) async throws(AdminRefusal) -> AdminAnswer

  let method: HTTPMethod
  /// The segments of the path behind the prefix; one in braces stands for any, `{name...}` for the rest.
  let segments: [Substring]
  /// What it does, in a few words.
  let summary: String
  /// The resource under which documentation lists it.
  let tag: String
  let parameters: [Parameter]
  let body: Content
  /// What it answers, by status.
  let answers: [(status: Int, content: Content)]
  let run: Run
  /// Whether it takes no time to speak of, so that it need not wait for a thread of ``AdminThreads``.
  private(set) var isBrief = false

  init(
    _ method: HTTPMethod, _ path: String, _ summary: String, tag: String,
    parameters: [Parameter] = [], body: Content = .none,
    answers: [(status: Int, content: Content)], run: @escaping Run
  ) {
    (self.method, self.summary, self.tag, self.parameters) = (method, summary, tag, parameters)
    (self.body, self.answers, self.run) = (body, answers, run)
    segments = path.split(separator: "/")
  }

  /// The operation for servers that are busy with others.
  var brief: AdminRoute {
    var route = self
    route.isBrief = true
    return route
  }

  /// The paths to which questions are posted: those change nothing, and end with their clients.
  static let questions: Set<Substring> = [
    "/requests/count", "/requests/find", "/near-misses/request", "/near-misses/request-pattern",
    "/mappings/find-by-metadata", "/explain", "/explain/draft", "/check", "/convert",
  ]

  /// One that changes stubs: no other such operation runs at the same time, on the server or in a session.
  static func changing(
    _ method: HTTPMethod, _ path: String, _ summary: String, tag: String,
    parameters: [Parameter] = [], body: Content = .none,
    answers: [(status: Int, content: Content)],
    run: @escaping @Sendable (AdminRequest, Admin) throws(AdminRefusal) -> AdminAnswer
  ) -> AdminRoute {
    AdminRoute(
      method, path, summary, tag: tag, parameters: parameters, body: body, answers: answers
    ) { request, admin async throws(AdminRefusal) in
      try await admin.changes.run { () throws(AdminRefusal) in try run(request, admin) }
    }
  }

  /// All operations, resource by resource.
  static let all: [AdminRoute] =
    mappings + mappingSets + requests + requestAccounts + nearMisses + scenarios + recordings
    + files + settings + stubRows + stubs + sets + explaining + converting + drafts + conditions
    + clock + events + sessions + agents + metrics + documents + server + page

  /// The path behind the prefix.
  var path: String { "/" + segments.joined(separator: "/") }

  /// The values of the variables of the path; `nil` when it is the path of another route.
  func variables(in path: [String]) -> [String: String]? {
    var variables: [String: String] = [:]
    for (place, segment) in segments.enumerated() {
      if segment.hasSuffix("...}") {
        let rest = path.dropFirst(place).filter { !$0.isEmpty }
        guard !rest.isEmpty else { return nil }
        variables[String(segment.dropFirst().dropLast(4))] = rest.joined(separator: "/")
        return variables
      }
      guard place < path.count, !path[place].isEmpty else { return nil }
      if segment.hasPrefix("{") {
        variables[String(segment.dropFirst().dropLast())] = path[place]
      } else if segment != path[place][...] {
        return nil
      }
    }
    return segments.count == path.count ? variables : nil
  }

  /// Whether it has no variables, so that it comes before routes that have some.
  private var isFixed: Bool { !segments.contains { $0.hasPrefix("{") } }

  /// What the path is for, whatever the method.
  static func matches(_ path: [String]) -> [(route: AdminRoute, variables: [String: String])] {
    let matches = all.compactMap { route in
      route.variables(in: path).map { (route: route, variables: $0) }
    }
    let fixed = matches.filter { $0.route.isFixed }
    return fixed.isEmpty ? matches : fixed
  }
}

/// Where stubs and their files are changed: one change after another, each as a whole.
///
/// A change looks at what is there, writes files and changes several tables, so that two at once would lose
/// some of it. It may take long, and those that wait for it hold no thread that answers requests.
struct ChangeQueue: Sendable {
  private let queue = DispatchQueue(label: "changes of stubs")

  /// Makes a change when it is its turn, and whole, also for a client that has left.
  func run<Outcome: Sendable>(
    _ change: @escaping @Sendable () throws(AdminRefusal) -> Outcome
  ) async throws(AdminRefusal) -> Outcome {
    let time = SearchTime.shared
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Outcome, AdminRefusal>, Never>) in
      queue.async {
        continuation.resume(
          returning: SearchTime.$shared.withValue(time) { Result(catching: change) })
      }
    }
    return try result.get()
  }

  /// Makes a change on a thread that may wait; never from within another change.
  func wait(for change: () -> Void) { queue.sync(execute: change) }
}
