import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// The secrets to plant, and where.
private enum PlantedSecrets {
  /// Secrets by what they look like; only their places tell the first two.
  private static let weak = ["hunter2", "correct horse"]
  private static let shapes: [String] = [
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789", "github_pat_11ABCDEFG0abcdefghijkl_mnopq",
    "AKIAIOSFODNN7EXAMPLQ", "xoxb-123456789012-abcdefGHIJKL", "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
    "AIzaSyA1b2C3d4E5f6G7h8I9j0KlMnOpQrStUvW", "glpat-abcDEF123456ghiJKL789",
    "npm_abcdefghijklmnopqrstuvwxyz0123456789", "sk-ant-api03-abcDEF123456_ghiJKL",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P",
  ]
  private static let key =
    "-----BEGIN RSA PRIVATE KEY-----\nMIIBOgIBAAJBAKj34GkxFhD90vcNLYLInFEX\n"
    + "6Ppy1tPf9Cnzj4p4WGeKLs1Pt8QuKUpRKfFLfRYC\n-----END RSA PRIVATE KEY-----\n"
  private static let middle = "6Ppy1tPf9Cnzj4p4WGeKLs1Pt8QuKUpRKfFLfRYC"

  static let reached: [PlantedSecret] =
    (SecretPlaces.named + SecretPlaces.namedOtherwise).enumerated().flatMap { number, place in
      (weak + [shapes[number % shapes.count]]).compactMap { secret in
        let hasBlank = secret.contains(" ") && !accepts(blanks: place.0)
        return hasBlank
          ? nil : PlantedSecret(place: place.0, secret: secret, interaction: place.1(secret))
      }
    }
    + SecretPlaces.unnamed.flatMap { place, plant in
      shapes.map { PlantedSecret(place: place, secret: $0, interaction: plant($0)) }
    } + keys

  /// Places where a blank ends the value.
  private static func accepts(blanks place: String) -> Bool {
    ![
      "bearer authorization", "authorization without a scheme", "proxy authorization", "settings",
      "form without a type", "error", "header fields in text", "URL in a form",
      "settings in base64 in JSON",
    ].contains(place)
  }

  private static let keys: [PlantedSecret] = [
    SecretPlaces.received("application/x-pem-file", "# a key\n\(key)# end"),
    SecretPlaces.received("application/json", #"{"a":"\#(key.replacing("\n", with: "\\n"))"}"#),
    SecretPlaces.received("application/json", #"{"a":"\#(key.replacing("\n", with: "\\r\\n"))"}"#),
    SecretPlaces.sent("application/x-www-form-urlencoded", "a=\(SecretPlaces.encoded(key))"),
    SecretPlaces.received("application/json", #"{"a":"\#(SecretPlaces.base64(key + " "))"}"#),
    SecretPlaces.received(
      "application/json", #"{"a":"\#(key.prefix(100).replacing("\n", with: "\\n"))"#),
    SecretPlaces.received("text/plain", key.replacing("RSA PRIVATE", with: "OPENSSH PRIVATE")),
    SecretPlaces.received("text/plain", Data([0xE9, 0]) + Data(key.utf8)),
  ].map { PlantedSecret(place: "private key", secret: middle, interaction: $0) }

  /// The rows of the guide's table of what is not reached.
  static let unreached: [PlantedSecret] = unreachedPlaces.map { place, secret, plant in
    PlantedSecret(place: place, secret: secret, interaction: plant(secret), isReached: false)
  }

  private static let unreachedPlaces: [(String, String, SecretPlaces.Plant)] = [
    (
      "a word elsewhere", "products",
      { secret in
        var interaction = SecretPlaces.sent("application/json", #"{"password":"\#(secret)"}"#)
        interaction.response?.body = Data("all \(secret)".utf8)
        return interaction
      }
    ),
    (
      "a name in an address", "zq7-kw9x",
      { SecretPlaces.request("http://h/\($0)/orders", ["X-Api-Key": $0]) }
    ),
    (
      "a word named token", "hello",
      { SecretPlaces.sent("application/json", #"{"token":"\#($0)"}"#) }
    ),
    ("an unknown name", "hunter2", { SecretPlaces.sent("application/json", #"{"pw1":"\#($0)"}"#) }),
    ("an unknown name", "hunter2", { SecretPlaces.request("http://h/", ["X-Key-Of-Mine": $0]) }),
    ("a short number", "123456", { SecretPlaces.sent("application/json", #"{"token":\#($0)}"#) }),
    ("a short number", "412", { SecretPlaces.sent("application/json", #"{"pin":\#($0)}"#) }),
    ("a column", "hunter2", { SecretPlaces.received("text/csv", "user,password\nme,\($0)\n") }),
    (
      "a program", "hunter2",
      {
        SecretPlaces.received("text/javascript", "let password = '\($0)', a = {token: '\($0)'}")
      }
    ),
    (
      "another coding", shapes[0],
      {
        SecretPlaces.received("text/plain", $0.utf8.map { String($0, radix: 16) }.joined())
      }
    ),
    (
      "another coding", shapes[0],
      {
        SecretPlaces.received("text/plain", SecretPlaces.base64("see \($0)"))
      }
    ),
    (
      "another coding", shapes[0],
      {
        SecretPlaces.request("http://h/?a=\(SecretPlaces.encoded(SecretPlaces.encoded($0)))")
      }
    ),
    (
      "another compression", shapes[0],
      { _ in
        SecretPlaces.received(
          "text/plain", Data([0x0B, 0x02, 0x80]) + Data([0xFF]), ["Content-Encoding": "br"])
      }
    ),
    (
      "a reason phrase", shapes[0],
      { secret in
        var interaction = SecretPlaces.received("text/plain", "")
        interaction.response?.reason = "Token \(secret)"
        return interaction
      }
    ),
    (
      "a name of a header field", shapes[0],
      {
        SecretPlaces.received(HTTPHeaders([.init(name: HTTPHeaderName($0), value: "a")]))
      }
    ),
    (
      "split", "abcdefghij",
      {
        SecretPlaces.received(
          "application/json", #"["ghp_","\#($0)","klmnopqrstuvwxyz0123456789"]"#)
      }
    ),
  ]
}

@Suite("Planted secrets")
struct PlantedSecretTests {
  /// Everything that a file holds, packed bodies unpacked, as text in which the secret may stand.
  private func contents(_ file: RecordedFile) -> [Data] {
    var all = [file.bytes]
    for interaction in file.cassette.interactions {
      let (request, response) = (interaction.request, interaction.response)
      for (body, headers) in [
        (request.body, request.headers), (response?.body, response?.headers ?? [:]),
      ] {
        guard let body else { continue }
        all.append(body)
        if let unpacked = PackedBodies.unpacked(body, headers) { all.append(unpacked) }
      }
    }
    return all
  }

  private func forms(_ secret: String) -> [Data] {
    [
      Data(secret.utf8), Data(PercentEncoding.encode(secret).utf8),
      Data(SecretPlaces.encoded(secret).utf8), Data(SecretPlaces.base64(secret).utf8),
      SecretPlaces.utf16(secret, isBig: false, mark: false),
      SecretPlaces.utf16(secret, isBig: true, mark: false),
    ]
      + (0..<3).map { shift in
        // Base64 of text that contains it, without what depends on the text around.
        let text = String(repeating: "x", count: shift) + secret
        return Data(SecretPlaces.base64(text).dropFirst(4).dropLast(6).utf8)
      }.filter { $0.count >= 8 }
  }

  @Test("There are enough of them")
  func count() { #expect(PlantedSecrets.reached.count >= 300) }

  @Test("A planted secret is not in the file, in no spelling", arguments: PlantedSecrets.reached)
  func reached(planted: PlantedSecret) throws {
    let file = try RecordedFile([planted.interaction])
    for form in forms(planted.secret) {
      for content in contents(file) where content.firstRange(of: form) != nil {
        Issue.record(
          "\(String(decoding: form, as: UTF8.self)) is in\n\(String(decoding: content, as: UTF8.self))"
        )
        return
      }
    }
    #expect(file.summary.redactions != [])
  }

  @Test("The guide lists all that is not reached, and nothing else")
  func guide() throws {
    let path = URL(filePath: #filePath).appending(path: "../../../../../Sources/HTTPStubber")
      .appending(path: "HTTPStubber.docc/RecordingCassettes.md").standardizedFileURL
    let text = try String(contentsOf: path, encoding: .utf8)
    let table = try #require(text.firstRange(of: "| not reached |")).lowerBound
    let rows = text[table...].split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
      .prefix { $0.hasPrefix("|") }
    let listed = rows.map { String($0.split(separator: "|")[0].dropFirst().dropLast()) }
    #expect(Set(listed) == Set(PlantedSecrets.unreached.map(\.place)))
    #expect(listed.count == Set(listed).count)
  }

  @Test("What the guide lists as not reached is not reached", arguments: PlantedSecrets.unreached)
  func notReached(planted: PlantedSecret) throws {
    let file = try RecordedFile([planted.interaction])
    if planted.place == "another compression" {
      #expect(file.summary.unsearched.first?.contains("was not searched") == true)
    } else if planted.place != "another coding" {
      #expect(file.text.contains(planted.secret))
    } else {
      #expect(file.summary.redactions == [])
    }
  }
}
