import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

extension ResponsePlan {
  /// The plan with the body as clients of the URL loading system get it, without gzip and deflate.
  ///
  /// The system decodes only what its own protocol class loads. As there, the field that names the coding
  /// stays. Times and faults then go by the bytes of the decoded body. A body that is not what its fields
  /// say, or is damaged, stays as it is.
  var decoded: ResponsePlan {
    guard bodyCount > 0, let head, head.headers.contains(.contentEncoding),
      ContentCoding.isDecodable(head.headers),
      let encoded = try? BodyReader(body).read(0..<bodyCount)
    else { return self }
    var headers = head.headers
    let bytes = headers.decode(encoded)
    guard headers != head.headers else { return self }
    var plan = self
    plan.body = .data(bytes)
    // With a fault, the end of the body is where this field says.
    if fault != nil { plan.head?.headers[.contentLength] = headers[.contentLength] }
    return plan
  }
}

extension Outcome {
  /// The outcome with the plan of a stub decoded; what comes from the network is decoded already.
  var decoded: Outcome {
    guard case .stubbed(let installed, let request, let answer) = self else { return self }
    return .stubbed(installed, request, answer.map(\.decoded))
  }
}
