#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// The mark of requests that this library itself sends to the network, so that no stubber answers
/// them.
extension URLRequest {
  /// The request with the mark, which is not sent to servers.
  var markedAsReal: URLRequest {
    #if canImport(FoundationNetworking)
    // On Linux, properties of requests are lost. This URL is kept, and loading does not use it.
    var request = self
    request.mainDocumentURL = Self.mark
    return request
    #else
    guard let request = (self as NSURLRequest).mutableCopy() as? NSMutableURLRequest else {
      return self
    }
    URLProtocol.setProperty(true, forKey: Self.mark, in: request)
    return request as URLRequest
    #endif
  }

  var isMarkedAsReal: Bool {
    #if canImport(FoundationNetworking)
    Self.mark != nil && mainDocumentURL == Self.mark
    #else
    URLProtocol.property(forKey: Self.mark, in: self) != nil
    #endif
  }

  #if canImport(FoundationNetworking)
  private static let mark = URL(string: "http-stubber:real")
  #else
  private static let mark = "HTTPStubber.real"
  #endif
}
