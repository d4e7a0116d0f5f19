import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Puts the tracks of a scene together from its frames, in the order of time.
///
/// A redirect ends a track, and the request that followed it begins the next one. Data counts from
/// the last response on: some of it was recorded twice, before and after a second copy of the
/// response.
struct BeKindRewindScene {
  private(set) var tracks: [Cassette.Track] = []
  private let origin: HTTPStub.Origin
  private var request: RecordedRequest?
  /// When the request that is being answered was made, and when it last went out.
  private var requestTimes: (first: BeKindRewindFrame, last: BeKindRewindFrame)?
  private var response: (RecordedResponse, frame: BeKindRewindFrame)?
  private var pieces: [(data: Data, frame: BeKindRewindFrame)] = []
  private var failure: (RecordedFailure, frame: BeKindRewindFrame)?

  init(origin: HTTPStub.Origin) { self.origin = origin }

  mutating func play(_ frame: BeKindRewindFrame) {
    switch frame.kind {
    case .request(var new):
      // The first of a track's request frames has the body, the last what was really sent.
      guard response == nil else { return }
      if new.body == nil { new.body = request?.body }
      if new.headers.isEmpty, let headers = request?.headers { new.headers = headers }
      request = new
      requestTimes = (requestTimes?.first ?? frame, frame)
    case .redirect(let response, let next):
      let next = next ?? self.next(after: response)
      self.response = (response, frame)
      endTrack()
      request = next
      requestTimes = (frame, frame)
    case .response(let new):
      response = (new, frame)
      pieces = []
    case .data(let data):
      if response != nil { pieces.append((data, frame)) }
    case .failure(let new): failure = (new, frame)
    }
  }

  /// Ends the last track.
  ///
  /// - Returns: what is wrong with the scene, if anything is.
  mutating func finish() -> String? {
    if request == nil { return "a scene without a request" }
    if response == nil, failure == nil {
      return tracks.isEmpty
        ? "a scene without a response or an error" : "a redirect that nothing follows"
    }
    endTrack()
    return nil
  }

  private mutating func endTrack() {
    guard let request else { return }
    var received = response?.0
    received?.body = pieces.reduce(into: Data()) { $0 += $1.data }
    if received?.url == request.url { received?.url = nil }
    let outcome: RecordedOutcome? =
      failure.map { .failure($0.0, after: received) } ?? received.map { .response($0) }
    if let outcome {
      tracks.append(
        Cassette.Track(
          request, outcome,
          recordedAt: requestTimes.map { Date(timeIntervalSince1970: $0.first.time) },
          timing: timing, origin: origin))
    }
    (self.request, response, failure, pieces) = (nil, nil, nil, [])
  }

  private var timing: RecordedTiming? {
    guard let sent = requestTimes?.last, let head = response?.frame ?? failure?.frame,
      sent.isExact, head.isExact, pieces.allSatisfy(\.frame.isExact)
    else { return nil }
    let chunks = pieces.map { piece in
      ResponseTiming.ScriptedChunk(
        at: .delay(piece.frame.time - head.time), count: piece.data.count)
    }
    return RecordedTiming(
      wait: .delay(head.time - sent.time), receive: chunks.last?.at ?? .zero, chunks: chunks)
  }

  /// The request that a client makes on its own after a redirect.
  private func next(after redirect: RecordedResponse) -> RecordedRequest? {
    guard let request, let base = redirect.url, let location = redirect.headers["Location"] else {
      return nil
    }
    let method: HTTPMethod = request.method == .head ? .head : .get
    return RecordedRequest(method, Self.resolve(location, against: base), headers: request.headers)
  }

  /// An absolute URL from a reference (RFC 3986 §5.2, without dot segments).
  private static func resolve(_ reference: String, against base: String) -> String {
    if reference.contains("://") { return reference }
    let url = RequestURL(base)
    let scheme = url.scheme ?? "http"
    if reference.hasPrefix("//") { return "\(scheme):\(reference)" }
    let root = "\(scheme)://\(url.authority ?? "")"
    if reference.hasPrefix("/") { return root + reference }
    let folder = url.path.prefix(through: url.path.lastIndex(of: "/") ?? url.path.startIndex)
    return root + folder + reference
  }
}
