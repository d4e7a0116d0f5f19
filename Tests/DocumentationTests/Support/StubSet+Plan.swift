import Foundation
import HTTPStubber

extension StubSet {
  /// A set with just this stub.
  convenience init(_ stub: HTTPStubRequest) {
    self.init()
    add(stub: stub)
  }

  /// The plan of the answer to a request, or what became of it instead.
  func plan(
    _ method: HTTPMethod, _ address: String, headers: HTTPHeaders = [:], body: String? = nil
  ) async throws -> ResponsePlan {
    try await plan(
      ReceivedRequest(method, address, headers: headers, body: body.map { Data($0.utf8) }))
  }

  func plan(_ request: ReceivedRequest) async throws -> ResponsePlan {
    switch receive(request).outcome {
    case .stubbed(_, _, .ready(let plan)): return plan
    case .stubbed(_, _, .pending(let make)): return await make()
    case .passedThrough, .recorded:
      throw Unexpected(description: "\(request.summary) passed through")
    case .unmatched(let report, _): throw report
    }
  }
}

struct Unexpected: Error, CustomStringConvertible {
  let description: String
}

extension ResponsePlan {
  var status: Int? { head?.status.rawValue }

  /// The body as text.
  var text: String {
    switch body {
    case .data(let data): String(decoding: data, as: UTF8.self)
    case .file(let path, let offset, let count):
      String(
        decoding: ((try? Data(contentsOf: URL(filePath: path))) ?? Data()).dropFirst(offset)
          .prefix(count), as: UTF8.self)
    }
  }

  /// The time of its last step.
  var duration: Duration { Array(steps).last?.at ?? .zero }
}
