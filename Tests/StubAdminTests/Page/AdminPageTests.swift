import Foundation
import StubCore
import Testing

@testable import StubAdmin

@Suite("The page for people")
struct AdminPageTests {
  private let client = AdminClient()
  private let page = String(decoding: AdminPage.current.text, as: UTF8.self)

  @Test("The page is one file below 100 KB that names no other address")
  func selfContained() throws {
    #expect(AdminPage.current.text.count < 100_000)
    #expect(page.hasPrefix("<!doctype html>"))
    #expect(page.hasSuffix("</html>\n"))
    let addresses = page.matches(of: /https?:\/\/[^\s'"`)]*/).map { String($0.output) }
    // The name of a format, which nobody asks for.
    #expect(Set(addresses) == ["http://www.w3.org/2000/svg"])
  }

  @Test(
    "Nothing in it takes text for markup or for a script",
    arguments: [
      "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function",
      "DOMParser", "srcdoc", " style=\"", " onclick=\"",
    ])
  func noMarkup(word: String) { #expect(!page.contains(word)) }

  @Test("The policy allows the one script and the one style, by their hashes, and nothing else")
  func policy() async {
    let policy = await client(.get, "/").headers["Content-Security-Policy"] ?? ""
    let parts = policy.components(separatedBy: "; ")
    #expect(parts.first == "default-src 'none'")
    for element in ["script", "style"] {
      #expect(parts.filter { $0.hasPrefix("\(element)-src 'sha256-") }.count == 1)
    }
    #expect(parts.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe"))
  }

  @Test("A hash is that of the text of its element")
  func hashes() {
    let page = AdminPage("<style></style><script>abc</script>")
    #expect(
      page.policy.contains("script-src 'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='"))
    #expect(page.policy.contains("style-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"))
  }

  @Test("A browser that has it gets no second copy")
  func tag() async {
    let reply = await client(.get, "/")
    #expect(reply.status == 200)
    #expect(reply.headers[.contentType] == "text/html; charset=utf-8")
    #expect(reply.headers["X-Content-Type-Options"] == "nosniff")
    let tag = reply.headers["ETag"] ?? ""
    let again = await client(.get, "/", headers: [.ifNoneMatch: tag])
    #expect(again.status == 304)
    #expect(again.body.isEmpty)
    #expect(await client(.get, "/", headers: [.ifNoneMatch: "\"other\""]).status == 200)
  }

  @Test("The address without a slash at its end redirects to the address with the slash")
  func redirect() async {
    let reply = await client(.get, "")
    #expect(reply.status == 302)
    #expect(reply.headers[.location] == "/__admin/")
  }

  @Test("The page needs no token, which it asks for itself, but a known host")
  func access() async {
    let client = AdminClient { $0.token = "secret" }
    #expect(await client(.get, "/").status == 200)
    #expect(await client(.post, "/").status == 401)
    #expect(await client(.get, "/stubs/rows").status == 401)
    let foreign = ReceivedRequest(.get, "http://evil.example/__admin/")
    #expect(await client.admin.respond(to: foreign).status.rawValue == 403)
  }

  /// The colors of the style by name: for light, and where the dark ones differ.
  private var colors: [[String: String]] {
    let parts = page.components(separatedBy: "@media (prefers-color-scheme: dark)")
    let schemes = [parts[0], parts[1].components(separatedBy: "}\n")[0]]
    let read = schemes.map { scheme in
      scheme.matches(of: /--([a-z-]+): (#[0-9a-f]{3,6});/).reduce(into: [String: String]()) {
        $0[String($1.output.1)] = String($1.output.2)
      }
    }
    return [read[0], read[0].merging(read[1]) { $1 }]
  }

  @Test("Text is told from its ground: 4.5:1, and 7:1 for what was on the wire (WCAG 2.2 §1.4)")
  func contrast() throws {
    for scheme in colors {
      for ground in ["page", "raised"] {
        for (name, least) in [
          ("text", 7), ("wire-dim", 7), ("dim", 4.5), ("accent", 4.5), ("good", 4.5),
          ("warn", 4.5), ("bad", 4.5),
        ] {
          let ratio = Self.contrast(try #require(scheme[name]), try #require(scheme[ground]))
          #expect(ratio >= least, "\(name) on \(ground): \(ratio)")
        }
      }
      for (name, ground) in [("on-accent", "accent"), ("warn", "warn-ground"), ("text", "chosen")] {
        #expect(Self.contrast(try #require(scheme[name]), try #require(scheme[ground])) >= 4.5)
      }
    }
  }

  private static func contrast(_ one: String, _ other: String) -> Double {
    let (one, other) = (luminance(one), luminance(other))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  /// Relative luminance of `#rgb` or `#rrggbb`.
  private static func luminance(_ color: String) -> Double {
    let digits = color.dropFirst().map { $0 }
    let pairs =
      digits.count == 3
      ? digits.map { "\($0)\($0)" }
      : stride(from: 0, to: 6, by: 2).map {
        "\(digits[$0])\(digits[$0 + 1])"
      }
    let parts = pairs.map { Double(Int($0, radix: 16) ?? 0) / 255 }.map {
      $0 <= 0.040_45 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
