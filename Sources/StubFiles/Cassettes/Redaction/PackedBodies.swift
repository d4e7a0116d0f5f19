import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The compressed bodies of an interaction while secrets are looked for in what they say.
struct PackedBodies {
  /// Bytes that a body may have when it is no longer compressed.
  private static let limit = BodyFolder.searchedLimit

  fileprivate struct Body {
    let packed: Data
    let unpacked: Data
  }

  private var request: Body?
  private var response: Body?
  var isEmpty: Bool { request == nil && response == nil }

  /// Replaces packed bodies by unpacked ones, where they can be unpacked.
  init(unpacking interaction: inout Interaction) {
    request = Self.body(interaction.request.body, interaction.request.headers)
    if let request { interaction.request.body = request.unpacked }
    response = interaction.response.flatMap { Self.body($0.body, $0.headers) }
    if let response { interaction.response?.body = response.unpacked }
  }

  /// Puts the packed bodies back that had no secret in them; the others stay unpacked.
  func pack(_ interaction: inout Interaction) {
    if let request {
      var headers = interaction.request.headers
      interaction.request.body = request.packed(interaction.request.body ?? Data(), &headers)
      interaction.request.headers = headers
    }
    if let body = response, var response = interaction.response {
      response.body = body.packed(response.body, &response.headers)
      interaction.response = response
    }
  }

  /// The codings of the bodies that could not be unpacked, of the request and of the response.
  func codings(of interaction: Interaction) -> (request: String?, response: String?) {
    let (sent, received) = (interaction.request, interaction.response)
    return (
      request == nil ? Self.coding(of: sent.body, sent.headers) : nil,
      response == nil ? received.flatMap { Self.coding(of: $0.body, $0.headers) } : nil
    )
  }

  /// The coding of a body that is compressed, such as `gzip`.
  static func coding(of body: Data?, _ headers: HTTPHeaders) -> String? {
    guard let body, !body.isEmpty, let coding = headers[.contentEncoding],
      coding.lowercasedASCII() != "identity",
      // In-process, bodies are decoded although the field stays.
      String(checkingUTF8: body) == nil
    else { return nil }
    return coding
  }

  /// The body as it was before it was compressed; `nil` if it is not, or cannot be decoded here.
  static func unpacked(_ body: Data?, _ headers: HTTPHeaders) -> Data? {
    guard let body, coding(of: body, headers) != nil,
      let bytes = try? Inflation.inflated(Array(body), limit: limit)
    else { return nil }
    return Data(bytes)
  }

  private static func body(_ body: Data?, _ headers: HTTPHeaders) -> Body? {
    guard let body, let unpacked = unpacked(body, headers) else { return nil }
    return Body(packed: body, unpacked: unpacked)
  }
}

extension PackedBodies.Body {
  fileprivate func packed(_ body: Data, _ headers: inout HTTPHeaders) -> Data {
    if body == unpacked { return packed }
    headers.remove(.contentEncoding)
    if headers.contains(.contentLength) { headers[.contentLength] = String(body.count) }
    return body
  }
}
