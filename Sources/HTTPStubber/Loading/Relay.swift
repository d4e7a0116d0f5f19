import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// Loads a request for real, when it turns out only after the start that no stub is to answer it.
enum Relay {
  /// The real response, or the error the network failed with.
  ///
  /// Redirects and challenges come back as they are: the task at hand deals with them.
  static func load(_ request: URLRequest, body: RequestBody) async -> RelayedResponse {
    var request = request
    request.httpBodyStream = nil
    request.httpBody = body.data
    let receiver = RelayReceiver()
    let session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let task = session.dataTask(with: request)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { receiver.start(task, $0) }
    } onCancel: {
      task.cancel()
    }
  }

  /// Without stubs, and without cookies, which are on the request already.
  private static var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = configuration.protocolClasses?.filter {
      !($0 is StubURLProtocol.Type)
    }
    configuration.httpCookieStorage = nil
    return configuration
  }
}
