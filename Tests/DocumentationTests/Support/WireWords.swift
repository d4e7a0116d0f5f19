import Foundation
import HTTPStubber

/// The words for what a fault sends, as the table of faults has them.
extension HTTPStubFault {
  var wireWords: String {
    var steps = steps
    if let place = steps.firstIndex(where: \.isDribbledHead),
      steps.dropFirst(place + 1).first == .head
    {
      // Nothing is left of the head by then.
      steps.remove(at: place + 1)
    }
    return steps.compactMap { $0.words(headEdit) }.joined(separator: ", ")
  }

  var errorWords: String { clientError.map { "`\($0)`" } ?? "nothing" }
}

extension FaultStep {
  fileprivate var isDribbledHead: Bool { if case .dribbledHead = self { true } else { false } }

  fileprivate func words(_ edit: HTTPStubFault.HeadEdit) -> String? {
    switch self {
    case .wait(let time): "\(time.words) of silence"
    case .head: edit.words
    case .headBytes(let count): "\(count) bytes of the head"
    case .dribbledHead(let interval): "head with \(interval.words) between its bytes"
    case .body(.all): "the body"
    case .body(.bytes(let count)): count == 0 ? nil : "\(count) bytes of the body"
    case .body(.percent(let percent)): "\(percent.formatted()) % of the body"
    case .body(.time(let time)): "what is due of the body within \(time.words)"
    case .raw(let data): data.words
    case .finish: nil
    case .end(.close): "FIN"
    case .end(.halfClose): "FIN, but the client can still send"
    case .end(.reset): "RST"
    case .end(.stall): "silence"
    case .end(.resetStream(let code)): "RST_STREAM with code \(code)"
    case .end(.goAway(let code)): "GOAWAY with code \(code)"
    }
  }
}

extension HTTPStubFault.HeadEdit {
  fileprivate var words: String {
    if announcesChunks { return "head with `Transfer-Encoding: chunked`" }
    if lengthOffset != 0 {
      return "head with \(abs(lengthOffset)) \(lengthOffset > 0 ? "more" : "less")"
        + " in `Content-Length`"
    }
    return rawLines.isEmpty ? "head" : "head with the line \(rawLines.words)"
  }
}

extension Data {
  /// A line as it is, anything else in hexadecimal.
  fileprivate var words: String {
    guard allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0D || $0 == 0x0A }) else {
      return "the \(count) bytes `" + map { String(format: "%02x", $0) }.joined() + "`"
    }
    let text = String(decoding: self, as: UTF8.self)
    return "`"
      + text.replacing("\r", with: "\\r").replacing("\n", with: "\\n")
      .replacing("\r\n", with: "\\r\\n") + "`"
  }
}

extension Duration {
  fileprivate var words: String {
    formatted(.units(allowed: [.seconds, .milliseconds], width: .narrow))
      .replacing("ms", with: " ms")
  }
}

/// The row of a profile in the table of networks.
extension NetworkProfile {
  var row: String {
    let stalls = stalls.map { "\($0.lasting.wholeWords) of \($0.every.wholeWords)" } ?? "–"
    let cells = [
      "`\(name)`", download.words, upload.words, latency.milliseconds, jitter.milliseconds, stalls,
      outage.map { "`\($0.name)`" } ?? "–",
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }
}

extension HTTPConnectionSpeed? {
  fileprivate var words: String {
    guard let speed = self else { return "–" }
    let kbps = speed.bytesPerSecond * 8 / 1_000
    return kbps < 1_000 ? "\(kbps.words) kbps" : "\((kbps / 1_000).words) Mbps"
  }
}

extension Duration {
  fileprivate var wholeWords: String { "\((self / .seconds(1)).words) s" }

  fileprivate var milliseconds: String { "\((self / .milliseconds(1)).words) ms" }
}

extension Double {
  fileprivate var words: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
