#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

extension URLProtocol {
  /// Tells the client how the task ends, which is the last thing that it is told.
  ///
  /// On Linux `cancel()` tells a client of the failure even when it has just been told the end, and
  /// Foundation ends the process then; so a task that has ended has no client there.
  func end(_ tell: (any URLProtocolClient) -> Void) {
    guard let client else { return }
    tell(client)
    #if canImport(FoundationNetworking)
    self.client = nil
    #endif
  }

  /// Whether the task is over before it has begun.
  ///
  /// On Linux a task that is cancelled as it is resumed may be stopped first and started then.
  var isOver: Bool {
    switch task?.state {
    case .canceling, .completed: true
    default: false
    }
  }
}
