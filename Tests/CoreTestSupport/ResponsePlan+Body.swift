import Foundation
package import StubCore

extension ResponsePlan {
  /// The body as text, or the error if its file cannot be read.
  package var bodyText: String {
    do {
      return String(decoding: try BodyReader(body).read(0..<body.count), as: UTF8.self)
    } catch {
      return "cannot read the body: \(error)"
    }
  }
}
