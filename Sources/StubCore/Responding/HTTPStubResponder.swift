/// Makes the plan for a request that its stub has matched.
///
/// Responders run concurrently and never under a lock.
public protocol HTTPStubResponder: Sendable {
  /// Returns the response for a request.
  ///
  /// - Throws: the error that the request fails with; a ``ResponderError`` becomes a 500 that says why.
  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer

  /// Errors of the responder, such as a missing file (default: none).
  ///
  /// They are reported when the stub is added and in every report.
  var problems: [String] { get }

  /// Whether the responder runs no code of yours, does not block, and answers with one whole
  /// response that is sent immediately (default: `false`).
  var isSynchronous: Bool { get }

  /// Whether all requests get the same response, except those with HEAD (default: `false`).
  ///
  /// If a stub has only one responder and this is `true`, it asks the responder once, and keeps a
  /// plan that is ready.
  var answersAlike: Bool { get }

  /// Whether the response may depend on the body of the request (default: `true`).
  ///
  /// If not, a listener need not keep a large body.
  var readsBody: Bool { get }

  /// The response in a few words, for lists of stubs (default: `made by code`).
  var title: String { get }

  /// The plan without the parts that depend on the request, such as a template's text; `nil` if
  /// unknown (the default).
  var outline: ResponsePlan? { get }
}

extension HTTPStubResponder {
  public var problems: [String] { [] }

  public var isSynchronous: Bool { false }

  public var answersAlike: Bool { false }

  public var readsBody: Bool { true }

  public var title: String { "made by code" }

  public var outline: ResponsePlan? { nil }
}

/// Values that a responder may need in addition to the request.
public struct ResponderContext: Sendable {
  /// The stub that matched.
  public let stub: HTTPStub
  /// The clock and the source of random values for templates.
  package let templates: TemplateEnvironment
  /// The number of requests that the same responses have answered before this one.
  public let number: Int
  /// The number of these requests that got this same response of the list.
  package let repetition: Int

  package init(
    stub: HTTPStub, templates: TemplateEnvironment, number: Int = 0, repetition: Int? = nil
  ) {
    self.stub = stub
    self.templates = templates
    self.number = number
    self.repetition = repetition ?? number
  }
}

/// A plan that is ready, or one that is still being made.
public enum Answer: Sendable {
  /// A plan that is available immediately.
  case ready(ResponsePlan)
  /// A plan that caller code makes; never awaited under a lock or on an event loop.
  case pending(@Sendable () async -> ResponsePlan)
}

extension Answer {
  /// Returns the response with its plan changed, now or when the plan is made.
  package func map(_ change: @escaping @Sendable (ResponsePlan) -> ResponsePlan) -> Answer {
    switch self {
    case .ready(let plan): .ready(change(plan))
    case .pending(let make): .pending { change(await make()) }
    }
  }
}

/// The error of a stub that cannot answer as intended: a missing body file, a template that fails.
public struct ResponderError: DescribedError, Sendable, Hashable {
  /// What was expected, what was found and what to try.
  public let description: String

  /// Creates an error whose text is shown to clients and in reports.
  public init(_ description: String) { self.description = description }
}

extension HTTPStub {
  /// The responses in a few words, method by method, as far as they are known without calling code.
  package var answerTitles: [(method: HTTPMethod?, title: String)] {
    responses.map { entry in
      (entry.key.method, entry.script.responders.map(\.title).joined(separator: " → "))
    }
  }
}

extension SpecifiedResponder {
  var title: String { specification.title }
}

extension TemplatedResponder {
  var title: String { specification.title }
  var outline: ResponsePlan? { specification.outline }
}

extension EchoResponder {
  var title: String { "\(specification.head.status.rawValue) the request itself" }
}

extension TroubledResponder {
  package var title: String {
    [base.title, "\(trouble)"].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  package var outline: ResponsePlan? {
    guard trouble.isCertain, let fault = trouble.fault else { return base.outline }
    return base.outline?.with(fault)
  }
}

extension ResponseSpecification {
  /// The status and the kind of body.
  package var title: String {
    if let failure { return "\(failure)" }
    let kind: String? =
      switch body {
      case .none: nil
      case .data: "data"
      case .text: "text"
      case .json: "JSON"
      case .file: "a file"
      }
    return ["\(head.status.rawValue)", kind].compactMap(\.self).joined(separator: " ")
  }
}

extension ResponseSpecification {
  /// The plan without a body.
  package var outline: ResponsePlan {
    failure.map { .failing($0) } ?? ResponsePlan(head: head)
  }
}
