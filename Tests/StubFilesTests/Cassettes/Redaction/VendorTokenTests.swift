import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Tokens by their shapes")
struct VendorTokenTests {
  /// Beginnings of tokens, with the characters and the length of what follows.
  private static let shapes: [(start: String, alphabet: String, count: Int)] = [
    ("sk-svcacct-", word, 74), ("sk-admin-", word, 74), ("sk-proj-", word, 74), ("sk-", plain, 48),
    ("sk-or-v1-", hex, 64), ("sk-ant-admin01-", word, 93), ("gsk_", plain, 52), ("xai-", plain, 80),
    ("r8_", plain, 37), ("pplx-", plain, 48), ("hf_", plain, 34), ("nvapi-", word, 64),
    ("lsv2_pt_", word, 43), ("pcsk_", word, 60), ("tvly-", word, 32), ("dapi", hex, 32),
    ("sk_test_", plain, 24), ("rk_live_", plain, 24), ("sk_prod_", plain, 24),
    ("whsec_", plain, 32),
    ("glrt-", word, 20), ("gldt-", word, 20), ("glptt-", hex, 40), ("glcbt-1_", word, 20),
    ("glsoat-", word, 20), ("glagent-", word, 50), ("ATATT3", word, 186), ("ATCTT3", word, 100),
    ("ghu_", plain, 36), ("ghr_", plain, 76), ("github_pat_", word, 82), ("AKIA", upper, 16),
    ("ABIA", upper, 16), ("IQoJb3JpZ2luX2Vj", plain, 300), ("FwoGZXIvYXdz", plain, 200),
    ("shpca_", hex, 32), ("shppa_", hex, 32), ("doo_v1_", hex, 64), ("dor_v1_", hex, 64),
    ("xoxe-1-", plain, 146), ("xapp-1-A0-123-", plain, 64), ("dp.pt.", plain, 43),
    ("dt0c01.", upper, 90), ("lin_api_", plain, 40), ("ntn_", plain, 46), ("secret_", plain, 43),
    ("PMAK-", hex, 59), ("pul-", hex, 40), ("rubygems_", hex, 48), ("sntryu_", hex, 64),
    ("glsa_", plain, 41), ("glc_", plain, 60), ("NRAK-", upper, 27), ("HRKU-AA", word, 58),
    ("dckr_pat_", word, 27), ("figd_", word, 40), ("sbp_", hex, 40), ("tskey-auth-", plain, 30),
    ("pscale_tkn_", word, 43), ("AGE-SECRET-KEY-1", upper, 58), ("sha256~", word, 43),
    ("xkeysib-", hex, 81), ("shippo_test_", hex, 40), ("sgp_", hex, 40), ("hvb.", word, 138),
    ("pypi-AgEIcHlwaS5vcmc", word, 80), ("ops_eyJ", plain, 250), ("bot123456789:AA", word, 33),
    ("access-production-", hex, 36), ("API-", upper, 26), ("fo1_", word, 43), ("EZAK", plain, 54),
  ]
  private static let hex = "0123456789abcdef"
  private static let upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
  private static let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
  private static let word = plain + "_"

  @Test("A token of a known maker is hidden wherever it stands, and what is told does not show it")
  func everywhere() {
    var generator = SplitMix(seed: 40)
    var remaining: [String] = []
    for (start, alphabet, count) in Self.shapes {
      let letters = Array(alphabet)
      let rest = String((0..<count).compactMap { _ in letters.randomElement(using: &generator) })
      for (place, plant) in SecretPlaces.unnamed {
        let contents = plant(start + rest).redacted.contents
        if contents.contains(where: { $0.firstRange(of: Data(rest.utf8)) != nil }) {
          remaining.append("\(start) in \(place)")
        }
      }
    }
    #expect(remaining == [])
  }

  @Test(
    "Tokens that begin in many ways are told by what they have inside",
    arguments: [
      "123456789:AAF3kL9mN2pQ5rS8tU1vW4xY7zA0bC3dE6f", "0a1b2c3d4e5f60718293a4b5c6d7e8f9-us12",
      "aB3dE5.atlasv1.", "k9L8Q~x7Y6z5A4b3C2d1E0f9G8h7I6j5K4l3M",
      "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",
    ])
  func inside(token: String) throws {
    let token =
      token.hasSuffix("atlasv1.")
      ? "aB3dE5fG7hI9jK.atlasv1." + String(repeating: "x1Y2z3W4v5", count: 6) + "abcdefg" : token
    let file = try RecordedFile([SecretPlaces.received("text/plain", "use \(token) here")])
    #expect(file.text.contains("use REDACTED-token-1 here"))
  }

  @Test("The address of a webhook stays, what gives access to it does not")
  func webhooks() throws {
    let path =
      "123456789012345678/aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5zA7bC9dE1fG3hI5jK7lM9nO1pQ3rS5t"
    let file = try RecordedFile([
      SecretPlaces.received("text/plain", "https://discord.com/api/webhooks/\(path)")
    ])
    #expect(file.text.contains("https://discord.com/api/webhooks/REDACTED-token-1"))
  }

  @Test("A JSON Web Token without a signature and one of five parts are hidden whole")
  func webTokens() throws {
    for token in [
      "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMjM0NTY3ODkwIn0.",
      "eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4In0..abcdefghijkl.mnopqrstuvwx.yzABCDEFGHIJ",
    ] {
      let file = try RecordedFile([SecretPlaces.received("text/plain", "is \(token)!")])
      #expect(!file.text.contains("eyJ") && !file.text.contains("yzABC"), "\(file.text)")
    }
  }
}
