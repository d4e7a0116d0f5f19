/// A stubbed response as its author described it, before it meets a request.
package struct ResponseSpecification: Sendable, Hashable {
  package var head = ResponseHead()
  package var contentType: HTTPContentType?
  package var body = HTTPStubBody.none
  package var timing = ResponseTiming.immediate
  package var failure: StubFailure?
  package var cachePolicy = HTTPStubCachePolicy.notAllowed
  package var acceptsRanges: Bool?
  package var usesTemplates = false
  /// Whether, with templates, the contents of a body file are one too.
  package var templatesFileContents = true
  package var trouble = ResponseTrouble.none

  package init(
    head: ResponseHead = ResponseHead(), contentType: HTTPContentType? = nil,
    body: HTTPStubBody = .none, timing: ResponseTiming = .immediate, failure: StubFailure? = nil,
    cachePolicy: HTTPStubCachePolicy = .notAllowed, acceptsRanges: Bool? = nil,
    usesTemplates: Bool = false
  ) {
    self.head = head
    self.contentType = contentType
    self.body = body
    self.timing = timing
    self.failure = failure
    self.cachePolicy = cachePolicy
    self.acceptsRanges = acceptsRanges
    self.usesTemplates = usesTemplates
  }
}
