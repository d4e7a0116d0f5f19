import CCurl
import StubCore

/// The content codings that libcurl was built to decode.
enum CurlCodings {
  private static let names: Set<String> = {
    var names: Set<String> = ["identity"]
    let features = curl_version_info(CURLVERSION_FIRST).pointee.features
    if features & CURL_VERSION_LIBZ != 0 { names.formUnion(["gzip", "x-gzip", "deflate"]) }
    if features & CURL_VERSION_BROTLI != 0 { names.insert("br") }
    if features & CURL_VERSION_ZSTD != 0 { names.insert("zstd") }
    return names
  }()

  /// What is left of `Accept-Encoding` for a server whose answer has to be decoded.
  static func decodable(in field: String) -> String {
    let kept = field.split(separator: ",").map { $0.trimmingWhitespace() }.filter { item in
      let name = item.prefix { $0 != ";" }.trimmingWhitespace().lowercasedASCII()
      return names.contains(name)
    }
    return kept.isEmpty ? "identity" : kept.joined(separator: ", ")
  }
}
