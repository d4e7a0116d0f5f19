import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Tenants and tokens")
struct TenantReplayTests {
  /// Random names of tenants, and tokens.
  private struct Names {
    var generator: SplitMix
    private static let letters = Array("abcdefghijklmnopqrstuvwxyz")
    private static let all = Array(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    private static let words = ["acme", "globex", "north", "garden", "cloud", "orders", "products"]

    private mutating func text(_ characters: [Character], _ count: Int) -> String {
      String((0..<count).compactMap { _ in characters.randomElement(using: &generator) })
    }

    mutating func tenant(_ number: Int) -> String {
      let word = Self.words.randomElement(using: &generator) ?? "acme"
      return switch number % 5 {
      case 0: "\(word)-corp-\(number)"
      case 1: text(Self.letters, 8) + "\(number)"
      case 2: "\(word)\(number)"
      case 3: text(Self.letters, 4) + "-" + text(Self.letters, 5) + "-\(number)"
      default: "t\(number)x" + text(Self.letters, 6)
      }
    }

    mutating func token() -> String { text(Self.all, Int.random(in: 16...32, using: &generator)) }
  }

  @Test(
    "Each of 10,000 gets its own response in any order, and no token stays",
    arguments: 0..<20 as Range<UInt64>)
  func own(seed: UInt64) throws {
    var names = Names(generator: SplitMix(seed: seed))
    var requests: [RecordedRequest] = []
    var tokens: [String] = []
    let interactions = (0..<500).map { number in
      let (tenant, token) = (names.tenant(number), names.token())
      tokens.append(token)
      let urls = [
        "https://api.test/\(tenant)/orders", "https://api.test/orders?tenant=\(tenant)",
        "https://\(tenant.lowercased()).api.test/orders?access_token=\(token)",
        "https://api.test/v1/tenants/\(tenant)?session=\(token)&id=\(number)",
      ]
      // The name of a tenant may be a secret too.
      let headers: HTTPHeaders = [
        "Authorization": "Bearer \(token)", "X-Api-Key": number % 3 == 0 ? tenant : "k\(number)",
      ]
      let request = RecordedRequest(.get, urls[number % 4], headers: headers)
      requests.append(request)
      return Interaction(
        request,
        respond: .text("answer \(number) {\"note\":\"\(token)\"}"))
    }
    var recorded = interactions
    var redactor = Redactor(.usual)
    _ = redactor.redact(&recorded)
    let bytes = recorded.flatMap(\.contents).joined(separator: [0x20])
    let words = Array(bytes).split { !PercentEncoding.isUnreserved($0) || "-_".utf8.contains($0) }
    let left = Set(words.map { String(decoding: $0, as: UTF8.self) })
    #expect(left.isDisjoint(with: tokens))
    let set = StubSet(Cassette(interactions: recorded))
    for number in requests.indices.shuffled(using: &names.generator) {
      let reply = try #require(set.replies(requests[number].received).first)
      #expect(reply?.hasPrefix("answer \(number) ") == true, "\(requests[number].url)")
    }
  }
}
