import Dispatch
import StubCore
import StubLanguages

/// One operation of the admin API: its request, its response, and its description.
///
/// The API and its OpenAPI document are made from these values. To add an operation, write a value
/// in a file of `Routes` and, for a new resource, add its name to `resources`.
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

  /// The body of a request or a response.
  enum Content: Sendable {
    case json(AdminSchema)
    /// A body of any of these media types.
    case other([String])
    case none
  }

  typealias Run = @Sendable (AdminRequest, Admin) async throws(AdminRefusal) -> AdminResponse

  let method: HTTPMethod
  /// The segments of the path after the prefix; `{name}` matches any segment, and `{name...}`
  /// matches the rest.
  let segments: [Substring]
  /// A short description of the operation.
  let summary: String
  /// The resource under which the OpenAPI document lists the operation.
  private(set) var tag = ""
  let parameters: [Parameter]
  let body: Content
  /// The possible responses, by status.
  let answers: [(status: Int, content: Content)]
  let run: Run
  /// Whether the operation is so quick that it need not wait for a thread of ``AdminThreads``.
  private(set) var isBrief = false
  /// Whether the operation changes nothing although its method is POST.
  private var isQuestion = false

  init(
    _ method: HTTPMethod, _ path: String, _ summary: String, parameters: [Parameter] = [],
    body: Content = .none, answers: [(status: Int, content: Content)], run: @escaping Run
  ) {
    (self.method, self.summary, self.parameters) = (method, summary, parameters)
    (self.body, self.answers, self.run) = (body, answers, run)
    segments = path.split(separator: "/")
  }

  /// A copy of the operation that runs at once, without waiting for a thread of ``AdminThreads``.
  var brief: AdminRoute {
    var route = self
    route.isBrief = true
    return route
  }

  /// Creates an operation with the method POST that changes nothing.
  ///
  /// It is canceled when its client leaves.
  static func asking(
    _ path: String, _ summary: String, body: Content,
    answers: [(status: Int, content: Content)], run: @escaping Run
  ) -> AdminRoute {
    var route = AdminRoute(.post, path, summary, body: body, answers: answers, run: run)
    route.isQuestion = true
    return route
  }

  /// Creates an operation that changes stubs.
  ///
  /// Only one such operation runs at a time, for the server and all its sessions.
  static func changing(
    _ method: HTTPMethod, _ path: String, _ summary: String, parameters: [Parameter] = [],
    body: Content = .none, answers: [(status: Int, content: Content)],
    run: @escaping @Sendable (AdminRequest, Admin) throws(AdminRefusal) -> AdminResponse
  ) -> AdminRoute {
    AdminRoute(method, path, summary, parameters: parameters, body: body, answers: answers) {
      request, admin async throws(AdminRefusal) in
      try await admin.changes.run { () throws(AdminRefusal) in try run(request, admin) }
    }
  }

  /// The operations of each resource; to add a resource, write its operations and list them in this
  /// value.
  private static let resources: KeyValuePairs<String, [AdminRoute]> = [
    "Stub mappings": mappings + mappingSets, "Requests": requests + requestAccounts,
    "Near misses": nearMisses, "Scenarios": scenarios, "Recordings": recordings, "Files": files,
    "Settings": settings, "Stubs": stubRows + stubs, "Sets": sets, "Explaining": explaining,
    "Converting": converting, "Explaining": drafts, "Network": vocabulary + network,
    "Faults": faults, "Gates": gates, "Clock": clock, "Events": events, "Sessions": sessions,
    "Agents": agents, "Metrics": metrics, "Server": documents + server, "Page": page,
  ]

  /// All operations, sorted by resource.
  static let all = resources.flatMap { tag, routes in
    routes.map { route in
      var route = route
      route.tag = tag
      return route
    }
  }

  /// The paths of all operations that change nothing although their method is POST.
  static let questions = Set(all.filter(\.isQuestion).map { $0.path[...] })

  /// The path after the prefix, with its variables.
  var path: String { "/" + segments.joined(separator: "/") }

  /// Returns the values of the variables in a path; `nil` if the path is not that of the route.
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

  /// Whether the path has no variables, so that it takes precedence over paths with variables.
  private var isFixed: Bool { !segments.contains { $0.hasPrefix("{") } }

  /// Returns the routes for a path, with all methods.
  static func matches(_ path: [String]) -> [(route: AdminRoute, variables: [String: String])] {
    let matches = all.compactMap { route in
      route.variables(in: path).map { (route: route, variables: $0) }
    }
    let fixed = matches.filter { $0.route.isFixed }
    return fixed.isEmpty ? matches : fixed
  }
}

/// A queue for changes to stubs and their files, in which each change is complete before the next
/// one starts.
///
/// A change reads the current state, writes files and updates several tables, so concurrent changes
/// could lose data. A change may take long, but waiting changes do not block the threads that
/// answer requests.
struct ChangeQueue: Sendable {
  private let queue = DispatchQueue(label: "changes of stubs")

  /// Runs a change after all earlier changes.
  ///
  /// The change is completed even if the client has left.
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

  /// Runs a change after all earlier changes, and blocks the thread until it is complete.
  ///
  /// Never call this within another change.
  func wait(for change: () -> Void) { queue.sync(execute: change) }
}
