import StubCore

/// What a kind of token looks like: how it begins, and what follows.
struct SecretShape: Sendable {
  /// What may follow the beginning.
  private enum Rest: Sendable {
    /// So many of these characters, at least.
    case characters(Alphabet, Int)
    /// Two parts more, each behind a dot.
    case parts
    /// Lines up to the one that ends the block.
    case block
  }

  private enum Alphabet: Sendable {
    case upper, hex, plain, word, dotted, base64

    func contains(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): true
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): self != .hex
      case UInt8(ascii: "a")...UInt8(ascii: "f"): self != .upper
      case UInt8(ascii: "g")...UInt8(ascii: "z"): self != .upper && self != .hex
      case UInt8(ascii: "_"), UInt8(ascii: "-"): self == .word || self == .dotted
      case UInt8(ascii: "."): self == .dotted
      case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): self == .base64
      default: false
      }
    }
  }

  /// Completes "this looks like …".
  let name: String
  private let start: [UInt8]
  private let rest: Rest
  /// How much of the beginning is no secret and stays.
  private let keptCount: Int

  private init(_ name: String, _ start: String, _ rest: Rest, isStartKept: Bool = false) {
    self.name = name
    self.start = Array(start.utf8)
    self.rest = rest
    keptCount = isStartKept ? start.utf8.count : 0
  }

  /// All shapes; a new one is a line here, before those whose beginning is a part of its own.
  private static let all: [SecretShape] =
    ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map {
      SecretShape("a GitHub token", $0, .characters(.plain, 36))
    } + [
      SecretShape("a GitHub token", "github_pat_", .characters(.word, 22)),
      SecretShape("a GitLab token", "glpat-", .characters(.word, 20)),
      SecretShape("an AWS access key", "AKIA", .characters(.upper, 16)),
      SecretShape("an AWS access key", "ASIA", .characters(.upper, 16)),
      SecretShape("a Stripe key", "sk_live_", .characters(.plain, 16)),
      SecretShape("a Stripe key", "rk_live_", .characters(.plain, 16)),
      SecretShape("a Stripe key", "whsec_", .characters(.plain, 24)),
      SecretShape("a Slack token", "xoxa-", .characters(.word, 10)),
      SecretShape("a Slack token", "xoxb-", .characters(.word, 10)),
      SecretShape("a Slack token", "xoxe.", .characters(.dotted, 10)),
      SecretShape("a Slack token", "xoxe-", .characters(.word, 10)),
      SecretShape("a Slack token", "xoxp-", .characters(.word, 10)),
      SecretShape("a Slack token", "xoxr-", .characters(.word, 10)),
      SecretShape("a Slack token", "xoxs-", .characters(.word, 10)),
      SecretShape("a Slack token", "xapp-", .characters(.word, 20)),
      SecretShape(
        "a Slack webhook", "hooks.slack.com/services/", .characters(.base64, 20), isStartKept: true),
      SecretShape("a Google API key", "AIza", .characters(.word, 35)),
      SecretShape("a Google token", "ya29.", .characters(.dotted, 20)),
      SecretShape("a Google client secret", "GOCSPX-", .characters(.word, 20)),
      SecretShape("an npm token", "npm_", .characters(.plain, 36)),
      SecretShape("a PyPI token", "pypi-AgE", .characters(.word, 32)),
      SecretShape("an Anthropic key", "sk-ant-", .characters(.word, 20)),
      SecretShape("an OpenAI key", "sk-proj-", .characters(.word, 20)),
      SecretShape("an OpenAI key", "sk-", .characters(.plain, 32)),
      SecretShape("a SendGrid key", "SG.", .characters(.dotted, 40)),
      SecretShape("a Twilio key", "SK", .characters(.hex, 32)),
      SecretShape("a Hugging Face token", "hf_", .characters(.plain, 30)),
      SecretShape("a Shopify token", "shpat_", .characters(.hex, 32)),
      SecretShape("a Shopify token", "shpss_", .characters(.hex, 32)),
      SecretShape("a DigitalOcean token", "dop_v1_", .characters(.hex, 60)),
      SecretShape("a Vault token", "hvs.", .characters(.word, 24)),
      SecretShape("a private key", "-----BEGIN ", .block),
      SecretShape("a JSON Web Token", "eyJ", .parts),
      SecretShape("a bearer token", "Bearer ", .characters(.dotted, 20), isStartKept: true),
      SecretShape("a bearer token", "bearer ", .characters(.dotted, 20), isStartKept: true),
      SecretShape("basic credentials", "Basic ", .characters(.base64, 20), isStartKept: true),
    ]

  private static let byFirstByte: [[SecretShape]] = {
    var shapes = [[SecretShape]](repeating: [], count: 256)
    for shape in all { shapes[Int(shape.start[0])].append(shape) }
    return shapes
  }()

  private static let shortest = 20
  private static let fewestCharacters = 10

  /// Where tokens are, in order, and what they look like; those of too few characters do not count.
  static func tokens(in bytes: [UInt8]) -> [(range: Range<Int>, shape: SecretShape)] {
    var found: [(range: Range<Int>, shape: SecretShape)] = []
    if bytes.count < shortest { return found }
    bytes.withUnsafeBufferPointer { bytes in
      var place = 0
      while place + shortest <= bytes.count {
        let candidates = byFirstByte[Int(bytes[place])]
        guard !candidates.isEmpty,
          let (shape, end) = candidates.lazy.compactMap({ shape in
            shape.end(at: place, in: bytes).map { (shape, $0) }
          }).first, isBoundary(place, in: bytes)
        else {
          place += 1
          continue
        }
        let range = place + shape.keptCount..<end
        if range.count >= shortest, Set(bytes[range]).count >= fewestCharacters {
          found.append((range, shape))
        }
        place = end
      }
    }
    return found
  }

  /// The first token in the text.
  static func first(in text: String) -> SecretShape? { tokens(in: Array(text.utf8)).first?.shape }

  /// Whether the text is a token and nothing else.
  static func isWhole(_ text: String) -> Bool {
    tokens(in: Array(text.utf8)).first?.range == 0..<text.utf8.count
  }

  /// Whether no letter, digit or `_` comes before, those of escapes such as `\n` and `%20` aside.
  private static func isBoundary(_ place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard place > 0, bytes[place] != UInt8(ascii: "-") else { return true }
    let before = bytes[place - 1]
    if !Alphabet.plain.contains(before), before != UInt8(ascii: "_") { return true }
    if place > 1, bytes[place - 2] == UInt8(ascii: "\\") { return true }
    return place > 2 && bytes[place - 3] == UInt8(ascii: "%")
  }

  /// Where a token that starts there ends.
  private func end(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard bytes.count - place > start.count,
      zip(bytes[place...], start).allSatisfy({ $0 == $1 })
    else { return nil }
    let next = place + start.count
    switch rest {
    case .characters(let alphabet, let count):
      let end = Self.end(of: alphabet, from: next, in: bytes)
      return end - next >= count ? end : nil
    case .parts:
      // A header, a payload and a signature (RFC 7519 §3).
      var end = Self.end(of: .word, from: next, in: bytes)
      for least in [8, 8] {
        guard end - next >= least, end < bytes.count, bytes[end] == UInt8(ascii: ".") else {
          return nil
        }
        let part = end + 1
        end = Self.end(of: .word, from: part, in: bytes)
        guard end - part >= least else { return nil }
      }
      return end
    case .block: return Self.endOfBlock(from: next, in: bytes)
    }
  }

  private static func end(
    of alphabet: Alphabet, from start: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var end = start
    while end < bytes.count, alphabet.contains(bytes[end]) { end += 1 }
    return end
  }

  /// The end of the line `-----END …-----`; without one, that of what can belong to the block.
  private static func endOfBlock(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let dashes = "-----"
    guard let title = firstPlace(of: dashes, from: start, in: bytes), title - start <= 40,
      String(decoding: bytes[start..<title], as: UTF8.self).hasSuffix("PRIVATE KEY")
    else { return nil }
    let body = title + dashes.utf8.count
    if let ending = firstPlace(of: "-----END ", from: body, in: bytes),
      let end = firstPlace(of: dashes, from: ending + 9, in: bytes), end - ending <= 60
    {
      return end + dashes.utf8.count
    }
    var end = body
    while end < bytes.count,
      Alphabet.base64.contains(bytes[end]) || "\r\n\\:,- ".utf8.contains(bytes[end])
    {
      end += 1
    }
    return end
  }

  private static func firstPlace(
    of text: String, from start: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    let text = Array(text.utf8)
    var place = start
    while let found = ByteSearch.first(text[0], in: bytes, place..<max(place, bytes.count)) {
      if bytes[found...].starts(with: text) { return found }
      place = found + 1
    }
    return nil
  }
}

/// How certain it is that a text which occurs again is the same secret.
enum SecretStrength {
  /// A word or a number that may mean anything elsewhere, such as `products`.
  case plain
  /// A text that nothing but a secret has, such as `s3cr3t-9f`.
  case distinct
  /// A token: by its shape, or long and without any order.
  case token

  init(_ text: String) {
    if SecretShape.isWhole(text) || (Self.isOpaque(text) && !Self.isUUID(text)) {
      self = .token
    } else {
      self = Self.isDistinct(text) ? .distinct : .plain
    }
  }

  /// Whether the text could be a token: long, without blanks, of many different characters, letters
  /// and digits among each other.
  static func isOpaque(_ text: String) -> Bool {
    text.utf8.count >= 20 && Set(text.utf8).count >= 10 && isDistinct(text)
      && !text.utf8.contains { $0 <= 0x20 || "{}$<>/?&".utf8.contains($0) }
  }

  /// Whether the text is no word, name, number or date, nor several of them.
  private static func isDistinct(_ text: String) -> Bool {
    guard text.utf8.count >= 8 else { return false }
    // Changes between letters and digits, and from small letters to capitals, inside of words.
    var (changes, capitals, letters, longest, run) = (0, 0, 0, 0, 0)
    var (hasDigit, hasMark) = (false, false)
    var previous: UInt8?
    for byte in text.utf8 {
      let isLetter = (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
      let isDigit = (0x30...0x39).contains(byte)
      if isLetter || isDigit {
        if let previous {
          let wasDigit = (0x30...0x39).contains(previous)
          if wasDigit != isDigit { changes += 1 }
          if (0x61...0x7A).contains(previous), (0x41...0x5A).contains(byte) { capitals += 1 }
        }
        run += 1
        longest = max(longest, run)
      } else {
        run = 0
        if "!@#$%^&*+=~?".utf8.contains(byte) { hasMark = true }
      }
      previous = isLetter || isDigit ? byte : nil
      letters += isLetter ? 1 : 0
      hasDigit = hasDigit || isDigit
    }
    return changes >= 3 || (capitals >= 3 && capitals * 4 > letters)
      || (hasMark && hasDigit && letters > 0) || (letters == text.utf8.count && longest >= 32)
  }

  private static func isUUID(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.joined().allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
  }
}
