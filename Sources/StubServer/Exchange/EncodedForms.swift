import StubCore

/// The encoded forms of a plan that answers many requests, one for each kind of connection.
private final class EncodedForms: Sendable {
  let http1 = LazyObject<EncodedResponse>()
  let lastOnHTTP1 = LazyObject<EncodedResponse>()
  let http10 = LazyObject<EncodedResponse>()
  let lastOnHTTP10 = LazyObject<EncodedResponse>()
  let http2 = LazyObject<EncodedFields>()
}

extension ResponsePlan {
  /// Returns the HTTP/1 form of the plan for a connection that stays open or ends after it.
  ///
  /// A plan that answers many requests keeps the result of `make` for the first of them.
  func encodedAnswer(
    isHTTP10: Bool, keepsAlive: Bool, make: () throws -> EncodedResponse
  ) rethrows -> EncodedResponse {
    guard let forms = encodedForms else { return try make() }
    return switch (isHTTP10, keepsAlive) {
    case (false, true): try forms.http1.object(make)
    case (false, false): try forms.lastOnHTTP1.object(make)
    case (true, true): try forms.http10.object(make)
    case (true, false): try forms.lastOnHTTP10.object(make)
    }
  }

  /// Returns the HTTP/2 form of the plan.
  ///
  /// A plan that answers many requests keeps the result of `make` for the first of them.
  func encodedFields(make: () throws -> EncodedFields) rethrows -> EncodedFields {
    try encodedForms?.http2.object(make) ?? make()
  }

  /// The encoded forms; `nil` for a plan that answers one request.
  private var encodedForms: EncodedForms? { hostCache { EncodedForms() } as? EncodedForms }
}
