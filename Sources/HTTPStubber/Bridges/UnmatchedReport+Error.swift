public import Foundation
public import StubCore

/// The report is the error that a client gets for a request no stub answers.
///
/// Where the URL loading system passes errors on as they are, `catch let report as UnmatchedReport`
/// gives the report. Everywhere domain, code and localized description are the ones here.
extension UnmatchedReport: LocalizedError, CustomNSError {
  public static var errorDomain: String { "HTTPStubber.UnmatchedRequest" }
  public var errorCode: Int { 1 }
  public var errorDescription: String? { description }

  public var errorUserInfo: [String: Any] {
    var information: [String: Any] = [NSLocalizedDescriptionKey: description]
    if let url = URL(string: request.target.absoluteString) {
      information[NSURLErrorFailingURLErrorKey] = url
    }
    return information
  }
}
