package import StubCore
import StubDocuments
package import StubPlatform

extension RecordingFormat {
  /// Cassettes of all versions of BeKindRewind: property lists with a scene for each request.
  static let beKindRewind = RecordingFormat(
    "BeKindRewind", list: "scenes",
    recognizes: { document in
      guard let scenes = document["scenes"] else { return false }
      return scenes.sample.map { $0["frames"] != nil }
        ?? (document["creationDate"] != nil)
    },
    read: .each { BeKindRewindReader(reader: $0).interactions },
    ignoring: FoundationKeys.idle.union(["class", "creationDate", "uniqueIdentifier"]),
    joinsFields: true,
    readRest: { reader, document, cassette in
      cassette.recorder = reader.optional(document, "version", reader.nonEmptyText)
        .map { "BeKindRewind \($0)" }
    })
}

/// A frame of a scene, which is one event of a request, with its time.
package struct BeKindRewindFrame {
  package enum Kind {
    case request(RecordedRequest)
    /// A redirecting response, and the request that followed it.
    case redirect(RecordedResponse, next: RecordedRequest?)
    case response(RecordedResponse)
    case data(Data)
    case failure(RecordedFailure)
  }

  package let kind: Kind
  /// The time of the event in seconds since 1970.
  package let time: Double
  /// Whether the time is precise; old files have whole seconds.
  let isExact: Bool

  /// Returns the time until another frame, rounded to microseconds because these numbers have no
  /// higher precision.
  package func delay(until other: BeKindRewindFrame) -> Duration {
    let microseconds = ((other.time - time) * 1e6).rounded()
    return min(.microseconds(Int64(max(0, microseconds))), .longestDelay)
  }
}

private struct BeKindRewindReader {
  let reader: RecordingReader

  /// Reads the interactions of a scene.
  func interactions(_ element: Value) -> [Interaction] {
    let frames = reader.values.findings.clean {
      reader.required(element, "frames") { reader.values.list($0, frame) }
    }
    guard let frames else { return [] }
    var scene = BeKindRewindScene(origin: element.recordedOrigin)
    // Frames with equal times stay in the order of the file.
    let ordered = frames.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    for (_, frame) in ordered { scene.play(frame) }
    guard let problem = scene.finish() else { return scene.interactions }
    reader.values.report(
      element, found: problem, remedy: "record it again, or remove the scene")
    return []
  }

  private func frame(_ value: Value) -> BeKindRewindFrame? {
    let kind = reader.required(value, "class") { self.kind($0) }
    var isExact = true
    let time = reader.required(value, "creationDate") { date -> Double? in
      isExact = date.scalar?.kind != .string
      return (isExact ? reader.epoch(date) : reader.date(date))?.timeIntervalSince1970
    }
    guard let kind, let content = kind(value), let time else { return nil }
    return BeKindRewindFrame(kind: content, time: time, isExact: isExact)
  }

  /// Returns a function that reads the other keys of a frame of the class `value`.
  private func kind(_ value: Value) -> ((Value) -> BeKindRewindFrame.Kind?)? {
    switch reader.values.text(value) {
    case "BKRRequestFrame", "BKROriginalRequestFrame", "BKRCurrentRequestFrame":
      return { frame in reader.foundation.request(frame).map { .request($0) } }
    case "BKRRedirectFrame":
      return { frame in
        let next = reader.optional(frame, "request", reader.foundation.request)
        return reader.required(frame, "response", read: reader.foundation.response)
          .map { .redirect($0, next: next) }
      }
    case "BKRResponseFrame":
      return { frame in reader.foundation.response(frame).map { .response($0) } }
    case "BKRDataFrame":
      return { frame in data(frame).map { .data($0) } }
    case "BKRErrorFrame":
      return { frame in
        reader.foundation.error(frame, describedIn: "userInfo").map { .failure($0) }
      }
    case nil: return nil
    default:
      return reader.values.mismatch(
        value, expected: "a BeKindRewind frame class such as \"BKRResponseFrame\"")
    }
  }

  private func data(_ frame: Value) -> Data? {
    reader.message(frame, .response) {
      reader.required($0, "data") { reader.bodies.propertyListData($0) }
    }
  }
}

/// Builds the interactions of a scene from its frames, in chronological order.
///
/// A redirect ends an interaction, and the request after it begins the next one. Only data after
/// the last response counts. BeKindRewind recorded some data twice, before and after a second copy
/// of the response.
struct BeKindRewindScene {
  private(set) var interactions: [Interaction] = []
  private let origin: HTTPStub.Origin
  private var request: RecordedRequest?
  /// The request in the first request frame.
  private var original: RecordedRequest?
  /// The frames in which the current request was created, and in which it was last sent.
  private var requestTimes: (first: BeKindRewindFrame, last: BeKindRewindFrame)?
  private var response: (RecordedResponse, frame: BeKindRewindFrame)?
  private var pieces: [(data: Data, frame: BeKindRewindFrame)] = []
  private var failure: (RecordedFailure, frame: BeKindRewindFrame)?

  init(origin: HTTPStub.Origin) { self.origin = origin }

  mutating func play(_ frame: BeKindRewindFrame) {
    switch frame.kind {
    case .request(var new):
      // The first request frame of an interaction has the body; the last one is the request as it
      // was sent.
      guard response == nil else { return }
      if request == nil { original = new }
      if new.body == nil { new.body = request?.body }
      if new.headers.isEmpty, let headers = request?.headers { new.headers = headers }
      request = new
      requestTimes = (requestTimes?.first ?? frame, frame)
    case .redirect(let response, let next):
      let next = next ?? self.next(after: response)
      self.response = (response, frame)
      endInteraction()
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

  /// Ends the last interaction.
  ///
  /// - Returns: the error of the scene; `nil` if there is none.
  mutating func finish() -> String? {
    if request == nil { return "this scene has no request" }
    if response == nil, failure == nil {
      return interactions.isEmpty
        ? "this scene has no response or error" : "nothing follows this redirect"
    }
    endInteraction()
    return nil
  }

  private mutating func endInteraction() {
    guard let request else { return }
    var received = response?.0
    received?.body = pieces.reduce(into: Data()) { $0 += $1.data }
    if received?.url == request.url { received?.url = nil }
    if received != nil || failure != nil {
      interactions.append(
        Interaction(
          request, received, failure: failure?.0,
          recordedAt: requestTimes.map { Date(timeIntervalSince1970: $0.first.time) },
          timing: timing, origin: origin,
          originalRequest: original?.asOriginal(of: request)))
    }
    (self.request, original, response, failure, pieces) = (nil, nil, nil, nil, [])
  }

  private var timing: RecordedTiming? {
    guard let sent = requestTimes?.last, let head = response?.frame ?? failure?.frame,
      sent.isExact, head.isExact, pieces.allSatisfy(\.frame.isExact)
    else { return nil }
    let chunks = pieces.map { piece in
      ResponseTiming.ScriptedChunk(
        at: head.delay(until: piece.frame), count: piece.data.count)
    }
    return RecordedTiming(
      wait: sent.delay(until: head), receive: chunks.last?.at ?? .zero, chunks: chunks)
  }

  /// Returns the request that a client sends automatically after a redirect; `nil` if the redirect
  /// has no location.
  private func next(after redirect: RecordedResponse) -> RecordedRequest? {
    guard let request, let base = redirect.url, let location = redirect.headers["Location"] else {
      return nil
    }
    let method: HTTPMethod = request.method == .head ? .head : .get
    return RecordedRequest(method, Self.resolve(location, against: base), headers: request.headers)
  }

  /// Returns the absolute URL of a reference (RFC 3986 §5.2, without dot segments).
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
