/// Makes the plan for a request that its stub has matched.
///
/// Responders run concurrently and never under a lock.
public protocol HTTPStubResponder: Sendable {
  /// - Throws: what the request then fails with; a ``ResponderError`` becomes a 500 that says why.
  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer

  /// Errors of the responder, such as a missing file; empty by default.
  ///
  /// They are reported when the stub is added and in every report.
  var problems: [String] { get }

  /// Whether it runs no code of yours, waits for nothing and answers with one whole response that
  /// goes out at once; `false` by default.
  var isSynchronous: Bool { get }

  /// Whether all requests but those with HEAD get the same answer; `false` by default.
  ///
  /// A stub with such a responder alone asks it once, and keeps a plan that is ready.
  var answersAlike: Bool { get }

  /// Whether the answer may depend on the body of the request; `true` by default.
  ///
  /// Where it does not, a listener need not keep a large one.
  var readsBody: Bool { get }
}

extension HTTPStubResponder {
  public var problems: [String] { [] }

  public var isSynchronous: Bool { false }

  public var answersAlike: Bool { false }

  public var readsBody: Bool { true }
}

/// What a responder may need in addition to the request.
public struct ResponderContext: Sendable {
  /// The stub that matched.
  public let stub: HTTPStub
  /// The clock and the source of random values for templates.
  package let templates: TemplateEnvironment
  /// How many requests the same responses have answered before this one.
  public let number: Int
  /// How many of them had this one of the responses.
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
  /// A plan that is there at once.
  case ready(ResponsePlan)
  /// A plan that caller code makes; never awaited under a lock or on an event loop.
  case pending(@Sendable () async -> ResponsePlan)
}

extension Answer {
  /// The answer with its plan changed, now or when it has been made.
  package func map(_ change: @escaping @Sendable (ResponsePlan) -> ResponsePlan) -> Answer {
    switch self {
    case .ready(let plan): .ready(change(plan))
    case .pending(let make): .pending { change(await make()) }
    }
  }
}

/// A stub that cannot answer as its author meant: a missing body file, a template that fails.
public struct ResponderError: DescribedError, Sendable, Hashable {
  /// What was expected, what was found and what to try.
  public let description: String

  /// An error whose text clients and reports show.
  public init(_ description: String) { self.description = description }
}

extension HTTPStub {
  /// What it answers in a few words, method by method, as far as it is written down: nothing is asked.
  package var answerTitles: [(method: HTTPMethod?, title: String)] {
    responses.map { entry in
      (entry.key.method, entry.script.responders.map(\.title).joined(separator: " → "))
    }
  }
}

/// A responder that can say what it answers without a request.
package protocol TitledResponder {
  var title: String { get }
}

extension HTTPStubResponder {
  /// What it answers in a few words, if it can say that.
  package var title: String { (self as? any TitledResponder)?.title ?? "made by code" }
}

extension SpecifiedResponder: TitledResponder {
  var title: String { specification.title }
}

extension TemplatedResponder: TitledResponder {
  var title: String { specification.title }
}

extension EchoResponder: TitledResponder {
  var title: String { "\(specification.head.status.rawValue) the request itself" }
}

extension TroubledResponder: TitledResponder {
  package var title: String {
    [base.title, "\(trouble)"].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension ResponseSpecification {
  /// The status and what kind of body follows.
  fileprivate var title: String {
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

/// A responder of whose answer something is known without a request.
package protocol OutlinedResponder {
  /// The plan without what the request decides, such as the text of a template; `nil` if nothing is known.
  var outline: ResponsePlan? { get }
}

extension HTTPStubResponder {
  /// The plan without what the request decides; `nil` if nothing is known before one.
  package var outline: ResponsePlan? { (self as? any OutlinedResponder)?.outline }
}

extension TemplatedResponder: OutlinedResponder {
  var outline: ResponsePlan? { specification.outline }
}

extension TroubledResponder: OutlinedResponder {
  package var outline: ResponsePlan? {
    guard trouble.isCertain, let fault = trouble.fault else { return base.outline }
    return base.outline?.with(fault)
  }
}

extension ResponseSpecification {
  /// The plan without a body.
  package var outline: ResponsePlan {
    failure.map { .failing($0) } ?? ResponsePlan(head: head)
  }
}
