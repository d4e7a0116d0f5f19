import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments

/// A secret in an interaction, and whether a recording of that is free of it.
struct PlantedSecret: Sendable, CustomTestStringConvertible {
  let place: String
  let secret: String
  let interaction: Interaction
  var isReached = true

  var testDescription: String { "\(place): \(secret.prefix(12))" }
}

/// Where secrets are planted.
enum SecretPlaces {
  typealias Plant = @Sendable (String) -> Interaction

  static func request(
    _ url: String = "http://h/", _ headers: HTTPHeaders = [:], body: Data? = nil
  ) -> Interaction {
    Interaction(RecordedRequest(.post, url, headers: headers, body: body), respond: .empty)
  }

  static func sent(_ type: String, _ body: String, _ headers: HTTPHeaders = [:]) -> Interaction {
    var headers = headers
    headers[.contentType] = type
    return request("http://h/", headers, body: Data(body.utf8))
  }

  static func received(_ headers: HTTPHeaders) -> Interaction {
    Interaction(.get("http://h/"), respond: .empty, headers: headers)
  }

  static func received(_ type: String, _ body: Data, _ headers: HTTPHeaders = [:]) -> Interaction {
    var headers = headers
    headers[.contentType] = type
    return Interaction(.get("http://h/"), respond: .data(body), headers: headers)
  }

  static func received(_ type: String, _ body: String) -> Interaction {
    received(type, Data(body.utf8))
  }

  private static func json(_ body: String) -> Interaction { received(type, body) }

  private static func json(_ body: Data, _ headers: HTTPHeaders = [:]) -> Interaction {
    received(type, body, headers)
  }

  private static func xml(_ body: String) -> Interaction { received("application/xml", body) }

  private static func html(_ body: String) -> Interaction { received("text/html", body) }

  private static func plain(_ body: String) -> Interaction { received("text/plain", body) }

  private static func plain(_ body: Data, _ headers: HTTPHeaders = [:]) -> Interaction {
    received("text/plain", body, headers)
  }

  static func encoded(_ text: String) -> String {
    text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  static func utf16(_ text: String, isBig: Bool, mark: Bool) -> Data {
    Data(
      ((mark ? "\u{FEFF}" : "") + text).utf16.flatMap {
        isBig ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)]
      })
  }

  /// zlib or gzip with the text stored as it is (RFC 1951 §3.2.4).
  static func packed(_ text: String, gzip: Bool) -> Data {
    let bytes = Array(text.utf8)
    let count = UInt16(bytes.count)
    let block =
      [1, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)] + bytes
    if !gzip {
      var (a, b): (UInt32, UInt32) = (1, 0)
      for byte in bytes {
        a = (a + UInt32(byte)) % 65_521
        b = (b + a) % 65_521
      }
      return Data([0x78, 0x01] + block) + Data(bigEndian: b << 16 | a)
    }
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + block)
      + Data(Data(bigEndian: ~sum).reversed())
      + Data(Data(bigEndian: UInt32(bytes.count)).reversed())
  }

  private static func multipart(_ name: String, _ value: String, type: String = "") -> Interaction {
    sent(
      "multipart/form-data; boundary=\"b-1\"",
      "--b-1\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n"
        + "--b-1\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\(type)\r\n\(value)\r\n"
        + "--b-1--\r\n")
  }

  private static let type = "application/json"
  private static let form = "application/x-www-form-urlencoded"

  /// Places whose name says that a secret stands there, whatever it looks like.
  static let named: [(String, Plant)] = [
    ("bearer authorization", { request("http://h/", ["Authorization": "Bearer \($0)"]) }),
    ("authorization without a scheme", { request("http://h/", ["Authorization": $0]) }),
    (
      "basic authorization",
      { request("http://h/", ["Authorization": "Basic \(base64("me:\($0)"))"]) }
    ),
    (
      "digest authorization",
      { request("http://h/", ["Authorization": "Digest username=\"me\", response=\"\($0)\""]) }
    ),
    ("proxy authorization", { request("http://h/", ["Proxy-Authorization": "Basic \($0)"]) }),
    ("API key in a header field", { request("http://h/", ["X-Api-Key": $0]) }),
    ("token in a header field", { received(["X-CSRF-Token": $0]) }),
    ("cookie", { request("http://h/", ["Cookie": "sid=\($0)"]) }),
    ("cookie after another", { request("http://h/", ["Cookie": "theme=dark; id=\($0); x=y"]) }),
    ("set cookie", { received(["Set-Cookie": "id=\($0); Path=/; HttpOnly"]) }),
    (
      "first of joined cookies",
      { received(["Set-Cookie": "id=\($0); Path=/, theme=dark; Path=/"]) }
    ),
    (
      "second of joined cookies",
      { received(["Set-Cookie": "theme=dark; Expires=Wed, 21 Oct 2065 07:28:00 GMT, id=\($0)"]) }
    ),
    (
      "third of joined cookies",
      { received(["Set-Cookie": "theme=dark, lang=en; Path=/,id=\($0); Max-Age=1"]) }
    ),
    ("password in a URL", { request("http://me:\(encoded($0))@h/") }),
    ("user in a URL", { request("http://\(encoded($0))@h/") }),
    ("query item", { request("http://h/?a=b&api_key=\(PercentEncoding.encode($0))&c") }),
    ("percent-encoded query item", { request("http://h/?API%5FKey=\(encoded($0))") }),
    ("bracketed query item", { request("http://h/?user[password]=\(encoded($0))") }),
    ("signature of a signed URL", { request("http://h/?X-Amz-Signature=\(encoded($0))") }),
    ("session in a path", { request("http://h/a;jsessionid=\(encoded($0))/b?x=1") }),
    (
      "fragment of a redirect",
      { received(["Location": "http://h/#access_token=\(encoded($0))&a=b"]) }
    ),
    ("query of a redirect", { received(["Location": "/a?token=\(encoded($0))#top"]) }),
    (
      "query of a referrer", { request("http://h/", ["Referer": "http://h/?token=\(encoded($0))"]) }
    ),
    ("query of a link", { received(["Link": "<http://h/?token=\(encoded($0))&a=b>; rel=next"]) }),
    ("JSON in a header field", { request("http://h/", ["X-Data": #"{"token":"\#($0)"}"#]) }),
    (
      "base64 in a header field",
      { request("http://h/", ["X-Data": base64(#"{"token":"\#($0)"} "#)]) }
    ),
    ("JSON member", { sent(type, #"{"a":1,"password":"\#($0)"}"#) }),
    ("JSON member with blanks", { sent(type, "{\n  \"accessToken\" :\n \"\($0)\"\n}") }),
    ("nested JSON member", { json(#"{"a":[{"b":{"client_secret":"\#($0)"}}]}"#) }),
    ("JSON member of a secret", { json(#"{"token":{"type":"x","value":"\#($0)"}}"#) }),
    ("JSON element of a secret", { json(#"{"secret":["\#($0)","\#($0)"],"a":1}"#) }),
    ("deep below a secret", { json(#"{"credentials":{"a":{"b":[["\#($0)"]]}}}"#) }),
    ("escaped JSON member", { json(#"{"\u0070assword":"\u0061\#($0)"}"#) }),
    ("JSON in JSON", { json(#"{"log":"{\"password\":\"\#($0)\"}"}"#) }),
    ("JSON in JSON in JSON", { json(#"{"a":"{\"b\":\"{\\\"token\\\":\\\"\#($0)\\\"}\"}"}"#) }),
    ("JSON in base64 in JSON", { json(#"{"content":"\#(base64(#"{"token":"\#($0)"}  "#))"}"#) }),
    ("settings in base64 in JSON", { json(#"{"a":["\#(base64("API_KEY=\($0)\nA=b   "))"]}"#) }),
    ("header field in JSON", { json(#"{"headers":{"Authorization":"Bearer \#($0)"}}"#) }),
    ("URL in JSON", { json(#"{"next":"https:\/\/h\/?access_token=\#(encoded($0))\u0026a=1"}"#) }),
    ("password of a URL in JSON", { json(#"{"db":"postgres://me:\#(encoded($0))@h/db"}"#) }),
    (
      "JSON without a type",
      { request("http://h/", [:], body: Data(#"{"password":"\#($0)"}"#.utf8)) }
    ),
    ("lines of JSON", { received("application/x-ndjson", "{\"a\":1}\n{\"token\":\"\($0)\"}\n") }),
    (
      "JSON in an event stream",
      { received("text/event-stream", "data: {\"token\":\"\($0)\"}\n\n") }
    ),
    ("JSON in a script", { received("text/javascript", "callback({\"token\":\"\($0)\"});") }),
    ("JSON that is cut", { json(#"{"token":"\#($0)","a":{"b":"#) }),
    ("form field", { sent(form, "a=b&password=\(PercentEncoding.encode($0))&c=d") }),
    ("percent-encoded form field", { sent(form, "user%5Bpassword%5D=\(encoded($0))") }),
    ("JSON in a form", { sent(form, "payload=\(encoded(#"{"token":"\#($0)"}"#))") }),
    ("URL in a form", { sent(form, "next=\(encoded("http://h/?token=\($0)"))") }),
    ("form without a type", { request("http://h/", [:], body: Data("a=b&password=\($0)".utf8)) }),
    ("multipart field", { multipart("password", $0) }),
    ("multipart key", { multipart("api_key", $0) }),
    (
      "multipart JSON",
      { multipart("a", #"{"token":"\#($0)"}"#, type: "Content-Type: application/json\r\n") }
    ),
    ("XML element", { xml("<a><Password>\($0)</Password></a>") }),
    (
      "XML element with a prefix",
      { received("text/xml", "<w:a><w:apiKey x='y'>\($0)</w:apiKey></w:a>") }
    ),
    ("XML attribute", { received("application/soap+xml", "<a b='c' password=\"\($0)\"/>") }),
    ("CDATA section", { xml("<token><![CDATA[\($0)]]></token>") }),
    ("property list", { xml("<key>password</key><string>\($0)</string>") }),
    ("HTML field", { html("<input name='csrf_token' value='\($0)'>") }),
    ("HTML metadata", { html("<meta content=\"\($0)\" name=\"csrf-token\">") }),
    ("link in HTML", { html("<a href='/x?a=b&amp;token=\(encoded($0))'>") }),
    ("settings", { plain("A=b\nAPI_KEY=\($0)\n") }),
    ("quoted settings", { plain("A=b\nexport API_KEY=\"\($0)\"\n") }),
    ("settings with blanks", { plain("[a]\npassword = \($0)\n") }),
    ("YAML", { received("application/yaml", "a:\n  password: '\($0)'\n") }),
    ("header fields in text", { plain("Host: h\nAuthorization: Bearer \($0)\n") }),
    ("Latin-1", { json(Data([0xE9]) + Data(#"{"password":"\#($0)"}"#.utf8)) }),
    ("text with NUL", { json(Data([0, 1, 2]) + Data(#"{"password":"\#($0)"}"#.utf8)) }),
    ("UTF-16 with a mark", { json(utf16(#"{"password":"\#($0)"}"#, isBig: false, mark: true)) }),
    ("big-endian UTF-16", { json(utf16(#"{"password":"\#($0)"}"#, isBig: true, mark: true)) }),
    (
      "UTF-16 by its type",
      {
        received(
          "\(type); charset=UTF-16LE", utf16(#"{"token":"\#($0)"}"#, isBig: false, mark: false))
      }
    ),
    (
      "gzip response",
      {
        json(packed(#"{"token":"\#($0)","é":1}"#, gzip: true), ["Content-Encoding": "gzip"])
      }
    ),
    (
      "deflate response",
      { json(packed(#"{"token":"\#($0)"}"#, gzip: false), ["Content-Encoding": "deflate"]) }
    ),
    (
      "gzip request",
      {
        request(
          "http://h/", ["Content-Type": type, "Content-Encoding": "gzip"],
          body: packed(#"{"token":"\#($0)"}"#, gzip: true))
      }
    ),
    (
      "gzip form",
      {
        request(
          "http://h/", ["Content-Type": form, "Content-Encoding": "x-gzip"],
          body: packed("a=b&password=\(PercentEncoding.encode($0))", gzip: true))
      }
    ),
    (
      "error",
      {
        Interaction(
          .get, "http://h/",
          error: DomainError(domain: "d", code: 1, message: "http://h/?token=\($0)"))
      }
    ),
  ]

  /// Places without a name, where a secret is told by its looks.
  static let unnamed: [(String, Plant)] = [
    ("path", { request("http://h/a/\($0)/b") }),
    ("end of a path", { request("http://h/bot:\($0)") }),
    ("encoded path", { request("http://h/a%2F\($0)") }),
    ("name of a query item", { request("http://h/verify?\($0)") }),
    ("value of a query item", { request("http://h/?q=\($0)&a=b") }),
    ("fragment", { received(["Location": "http://h/#\($0)"]) }),
    ("header field", { received(["X-Trace": "a \($0) b"]) }),
    ("harmless cookie", { request("http://h/", ["Cookie": "theme=\($0)"]) }),
    ("JSON string", { json(#"{"note":"see \#($0)\n"}"#) }),
    ("JSON key", { json(#"{"\#($0)":1}"#) }),
    ("JSON element", { json(#"["a","\#($0)"]"#) }),
    ("JSON beside escapes", { json(#"{"note":"\n\#($0)\t"}"#) }),
    ("base64 in JSON", { json(#"{"a":"\#(base64("see \($0) and \($0)  ".padded))"}"#) }),
    ("value in a form", { sent(form, "a=\($0)") }),
    ("name in a form", { sent(form, "\($0)=a") }),
    ("multipart file", { multipart("file", "x\n\($0)\ny") }),
    ("XML text", { xml("<a>\($0)</a>") }),
    ("HTML text", { html("<p>\($0)</p>") }),
    ("sentence", { plain("Your token is \($0).") }),
    (
      "bytes",
      { received("application/octet-stream", Data([0, 0xFF]) + Data($0.utf8) + Data([0xFE, 0])) }
    ),
    ("UTF-16 text", { plain(utf16("see \($0)", isBig: false, mark: true)) }),
    ("gzip text", { plain(packed("see \($0)", gzip: true), ["Content-Encoding": "gzip"]) }),
  ]
}

extension String {
  fileprivate var padded: String { self + String(repeating: " ", count: (3 - utf8.count % 3) % 3) }
}

extension Data {
  fileprivate init(bigEndian number: UInt32) {
    self.init((0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) })
  }
}
