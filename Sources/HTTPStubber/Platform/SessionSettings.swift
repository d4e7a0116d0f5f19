import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// What a session has that a protocol has to know and to see to itself.
final class SessionSettings: @unchecked Sendable {
  let headers: [AnyHashable: Any]
  let limits: TimeLimits
  let cookies: CookieJar?
  let credentials: CredentialJar?

  init(_ configuration: URLSessionConfiguration?) {
    guard let configuration else {
      headers = [:]
      limits = TimeLimits(idle: .seconds(60), total: .seconds(7 * 24 * 3600))
      cookies = CookieJar(.shared)
      credentials = CredentialJar(.shared)
      return
    }
    headers = configuration.httpAdditionalHeaders ?? [:]
    limits = TimeLimits(
      idle: .limit(configuration.timeoutIntervalForRequest),
      total: .limit(configuration.timeoutIntervalForResource))
    cookies =
      configuration.httpCookieAcceptPolicy == .never
      ? nil : configuration.httpCookieStorage.map(CookieJar.init)
    credentials = configuration.urlCredentialStorage.map(CredentialJar.init)
  }

  #if canImport(FoundationNetworking)
  private static let key = DispatchSpecificKey<SessionSettings>()

  /// Where the clients of the session's tasks are called; `nil` when that could not be found.
  ///
  /// The queue keeps these settings, so they do not keep the queue.
  private(set) weak var queue: DispatchQueue?

  /// The settings of the session of a task, to be asked for on the task's own queue.
  ///
  /// To look into a session costs more than many an answer; so they are kept with the queue of the
  /// session, which is below those of its tasks.
  static func found(for task: URLSessionTask?) -> SessionSettings {
    if let known = DispatchQueue.getSpecific(key: key) { return known }
    let session = task?.sessionByReflection
    let settings = SessionSettings(session?.configuration)
    settings.queue = session?.workQueueByReflection
    settings.queue?.setSpecific(key: key, value: settings)
    return settings
  }
  #endif
}

extension Duration {
  /// A time limit in seconds; 0 or less and what is no number mean none.
  static func limit(_ seconds: Double) -> Duration {
    seconds > 0 && seconds < 1e12 ? .seconds(seconds) : TimeLimits.none.idle
  }
}
