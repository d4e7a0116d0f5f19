/// A stubbed response as it was specified, independently of any request.
package struct ResponseSpecification: Sendable, Hashable {
  /// The properties that most responses leave at their defaults; these responses share one value.
  private struct Manner: Sendable, Hashable {
    var timing = ResponseTiming.immediate
    var failure: StubFailure?
    var cachePolicy = HTTPStubCachePolicy.notAllowed
    var acceptsRanges: Bool?
    var usesTemplates = false
    var templatesFileContents = true
    var bodyFolder = FileFolder("")
    var chunks: [HTTPStubChunk]?
    var impairment = ResponseImpairment.none
  }

  private static let usual = Shared(Manner())

  package var head = ResponseHead()
  package var contentType: HTTPContentType?
  package var body = HTTPStubBody.none
  private var manner = usual

  /// Creates a response with default values.
  package init() {}

  package init(
    head: ResponseHead = ResponseHead(), contentType: HTTPContentType? = nil,
    body: HTTPStubBody = .none, timing: ResponseTiming = .immediate, failure: StubFailure? = nil,
    cachePolicy: HTTPStubCachePolicy = .notAllowed, acceptsRanges: Bool? = nil,
    usesTemplates: Bool = false
  ) {
    self.head = head
    self.contentType = contentType
    self.body = body
    let manner = Manner(
      timing: timing, failure: failure, cachePolicy: cachePolicy, acceptsRanges: acceptsRanges,
      usesTemplates: usesTemplates)
    if manner != Self.usual.value { self.manner = Shared(manner) }
  }

  package var timing: ResponseTiming {
    get { manner.value.timing }
    set { change(\.timing, to: newValue) }
  }

  package var failure: StubFailure? {
    get { manner.value.failure }
    set { change(\.failure, to: newValue) }
  }

  package var cachePolicy: HTTPStubCachePolicy {
    get { manner.value.cachePolicy }
    set { change(\.cachePolicy, to: newValue) }
  }

  package var acceptsRanges: Bool? {
    get { manner.value.acceptsRanges }
    set { change(\.acceptsRanges, to: newValue) }
  }

  package var usesTemplates: Bool {
    get { manner.value.usesTemplates }
    set { change(\.usesTemplates, to: newValue) }
  }

  /// Whether the contents of a body file are a template too, provided that templates are used.
  package var templatesFileContents: Bool {
    get { manner.value.templatesFileContents }
    set { change(\.templatesFileContents, to: newValue) }
  }

  /// The folder in which the body file must be if its name has tags.
  package var bodyFolder: FileFolder {
    get { manner.value.bodyFolder }
    set { change(\.bodyFolder, to: newValue) }
  }

  /// The chunks of the body with their tags, if templates are used; otherwise `nil`.
  var chunks: [HTTPStubChunk]? {
    get { manner.value.chunks }
    set { change(\.chunks, to: newValue) }
  }

  package var impairment: ResponseImpairment {
    get { manner.value.impairment }
    set { change(\.impairment, to: newValue) }
  }

  private mutating func change<Value: Equatable>(
    _ part: WritableKeyPath<Manner, Value>, to value: Value
  ) {
    if manner.value[keyPath: part] != value { manner.value[keyPath: part] = value }
  }
}
