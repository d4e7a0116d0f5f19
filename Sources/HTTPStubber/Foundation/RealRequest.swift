#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// Marks the requests that this library itself loads from the network, so that it does not catch them
/// again, whatever session loads them.
extension URLRequest {
  /// The request with the mark, which no server sees.
  var markedAsReal: URLRequest {
    #if canImport(FoundationNetworking)
    // Properties of requests do not get through here; this URL does, and real loads do not use it.
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
