import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A compressed body while secrets are looked for in what it says.
struct PackedBody {
  /// Bytes that a body may have when it is no longer compressed.
  private static let limit = 256 * 1_024 * 1_024

  private let packed: Data
  private let unpacked: Data

  /// Replaces the packed body by the unpacked one; `nil` if there is none to unpack.
  init?(unpacking interaction: inout Interaction) {
    guard interaction.hidesBody, var response = interaction.response,
      let bytes = try? Inflation.inflated(Array(response.body), limit: Self.limit)
    else { return nil }
    packed = response.body
    unpacked = Data(bytes)
    response.body = unpacked
    interaction.response = response
  }

  /// Puts the packed body back when there was no secret in it; else the body stays unpacked.
  func pack(_ interaction: inout Interaction) {
    guard var response = interaction.response else { return }
    if response.body == unpacked {
      response.body = packed
    } else {
      response.headers.remove(.contentEncoding)
      if response.headers.contains(.contentLength) {
        response.headers[.contentLength] = String(response.body.count)
      }
    }
    interaction.response = response
  }
}

extension Interaction {
  /// Whether the body of the response is compressed.
  var hidesBody: Bool {
    guard let response, !response.body.isEmpty,
      let encoding = response.headers[.contentEncoding], encoding.lowercasedASCII() != "identity"
    else { return false }
    // In-process, bodies are decoded although the field stays.
    return String(validating: response.body, as: UTF8.self) == nil
  }
}

/// Replaces several texts in one pass over bytes, the longest of those that fit at a place.
struct ByteReplacements: Sendable {
  private struct Pair: Sendable {
    let text: [UInt8]
    let replacement: [UInt8]
  }

  private var pairs = [[Pair]](repeating: [], count: 256)
  private(set) var isEmpty = true

  init(_ pairs: [String: String]) {
    for (text, replacement) in pairs {
      guard let first = text.utf8.first else { continue }
      isEmpty = false
      self.pairs[Int(first)].append(
        Pair(text: Array(text.utf8), replacement: Array(replacement.utf8)))
    }
    for index in self.pairs.indices {
      self.pairs[index].sort { $0.text.count > $1.text.count }
    }
  }

  /// The bytes with the replacements, and how many there were; `nil` when there were none.
  func applied(to bytes: [UInt8]) -> (bytes: [UInt8], count: Int)? {
    if isEmpty { return nil }
    var result: [UInt8] = []
    var count = 0
    var copied = 0
    var index = 0
    while index < bytes.count {
      let candidates = pairs[Int(bytes[index])]
      guard !candidates.isEmpty, let pair = candidates.first(where: { fits($0, bytes, index) })
      else {
        index += 1
        continue
      }
      result += bytes[copied..<index]
      result += pair.replacement
      index += pair.text.count
      copied = index
      count += 1
    }
    if count == 0 { return nil }
    return (result + bytes[copied...], count)
  }

  func applied(to text: String) -> String? {
    applied(to: Array(text.utf8)).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private func fits(_ pair: Pair, _ bytes: [UInt8], _ index: Int) -> Bool {
    guard bytes.count - index >= pair.text.count else { return false }
    for offset in pair.text.indices where bytes[index + offset] != pair.text[offset] {
      return false
    }
    return true
  }
}

/// A recorded body in a coding that is not decoded here, so that no secrets were looked for in it.
package struct UnsearchedBody: Sendable, Hashable {
  /// More of them say no more to people; they are counted.
  private static let lineLimit = 5

  /// Such as `GET http://host/path`, without its query, which may hold secrets of its own.
  package let request: String
  /// Such as `br`.
  package let coding: String

  /// `nil` for a body that can be read.
  init?(_ interaction: Interaction) {
    guard interaction.hidesBody, let coding = interaction.response?.headers[.contentEncoding] else {
      return nil
    }
    let url = RequestURL(interaction.request.url)
    let site = url.authority.map { "\(url.scheme ?? "http")://\($0)" } ?? ""
    request = "\(interaction.request.method) \(site)\(url.path)"
    self.coding = coding
  }

  package var description: String {
    "the body of \(request) is \(coding)-encoded and was not searched for secrets"
  }

  /// A sentence for each of the first, and the number of the others.
  package static func lines(_ bodies: [UnsearchedBody]) -> [String] {
    let others = bodies.count - lineLimit
    return bodies.prefix(lineLimit).map(\.description)
      + (others > 0 ? ["and \(others) more bodies were not searched"] : [])
  }
}
