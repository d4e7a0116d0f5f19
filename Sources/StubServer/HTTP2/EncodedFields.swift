import StubCore
import StubPlatform

/// The body of a complete HTTP/2 response, and its head except the value of `date`.
final class EncodedFields: Sendable {
  let fields: HTTP2Fields
  /// The index of the added `date` field; `nil` if the plan has its own `Date`.
  let date: Int?
  let body: Data

  /// Encodes a plan whose head and body are sent together.
  ///
  /// - Throws: `HeadFault` when the head cannot be sent.
  init(_ plan: ResponsePlan, _ context: EncodedHead.Context) throws(HeadFault) {
    guard let head = plan.head, case .data(let body) = plan.body else {
      preconditionFailure("only a plan with a head and a body in memory goes out in one piece")
    }
    var context = context
    context.bodyCount = body.count
    let encoded = try HTTP2Head(head, context)
    fields = encoded.fields
    date = encoded.date
    self.body = encoded.isBodiless ? Data() : body
  }
}
