/// An object that makes the response to a request that a stub has matched.
///
/// Responders run concurrently and never under a lock.
public protocol HTTPStubResponder: Sendable {
  /// Returns the response for a request.
  ///
  /// - Throws: The error with which the request fails; a ``ResponderError`` becomes a 500
  ///   with its text.
  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer

  /// The mistakes in the responder, such as a missing file (default: none).
  ///
  /// They are reported when the stub is added, and in every report on an unmatched request.
  var problems: [String] { get }

  /// Whether the response is ready at once and sent in one step (default: `false`).
  ///
  /// Return `true` only if `respond(to:in:)` neither blocks nor calls closures of a test's author. If
  /// all matchers and responders of a stub are synchronous, the stub answers without a switch to
  /// another thread.
  var isSynchronous: Bool { get }

  /// Whether all requests except those with HEAD get the same response (default: `false`).
  ///
  /// If they do, and the responder is the only one of its stub, the stub asks it once and keeps the
  /// plan.
  var answersAlike: Bool { get }

  /// Whether the response may depend on the body of the request (default: `true`).
  ///
  /// If it does not, a listener need not keep a large body.
  var readsBody: Bool { get }

  /// The response in a few words, for lists of stubs (default: `made by code`).
  var title: String { get }

  /// The response without the parts that depend on the request, such as the text of a template.
  ///
  /// It is `nil` (the default) if it is not known.
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

/// The values that a responder may need besides the request.
public struct ResponderContext: Sendable {
  /// The stub that matched.
  public let stub: HTTPStub
  /// The clock and the source of random values for templates.
  package let templates: TemplateEnvironment
  /// The number of earlier requests that the stub has answered from the same list of responses.
  public let number: Int
  /// The number of earlier requests that got the same response of the list.
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

/// A response: a plan that is ready, or one that is still being made.
public enum Answer: Sendable {
  /// A plan that is available immediately.
  case ready(ResponsePlan)
  /// A plan that your code makes asynchronously; it is never awaited under a lock
  /// or on an event loop.
  case pending(@Sendable () async -> ResponsePlan)
}

extension Answer {
  /// Returns the answer with a changed plan; `change` is applied when the plan is ready.
  package func map(_ change: @escaping @Sendable (ResponsePlan) -> ResponsePlan) -> Answer {
    switch self {
    case .ready(let plan): .ready(change(plan))
    case .pending(let make): .pending { change(await make()) }
    }
  }
}

/// The error of a stub that cannot answer as intended, such as a missing body file or a
/// failed template.
public struct ResponderError: DescribedError, Sendable, Hashable {
  /// The text of the error, which says what is wrong and what to do.
  public let description: String

  /// Creates an error whose text is shown to clients and in reports.
  public init(_ description: String) { self.description = description }
}

extension HTTPStub {
  /// The responses for each method in a few words, as far as they are known without calling your
  /// code.
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

extension ImpairedResponder {
  package var title: String {
    [base.title, "\(impairment)"].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  package var outline: ResponsePlan? {
    guard impairment.isCertain, let fault = impairment.fault else { return base.outline }
    return base.outline?.with(fault)
  }
}

extension ResponseSpecification {
  /// The status and the kind of the body, or the failure, in a few words.
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
  /// The plan's head or failure, without a body.
  package var outline: ResponsePlan {
    failure.map { .failing($0) } ?? ResponsePlan(head: head)
  }
}
