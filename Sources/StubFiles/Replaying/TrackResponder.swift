import StubCore

/// Answers with what was recorded.
struct TrackResponder: HTTPStubResponder {
  let track: Cassette.Track
  let playback: CassettePlayback

  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer {
    switch track.outcome {
    case .response(let response):
      return .ready(plan(response, for: request))
    case .failure(let failure, let response?):
      var plan = plan(response, for: request, isCut: true)
      plan.failure = failure.stubFailure
      return .ready(plan)
    case .failure(let failure, nil):
      return .ready(.failing(failure.stubFailure, timing: timing))
    }
  }

  private func plan(
    _ recorded: RecordedResponse, for request: ReceivedRequest, isCut: Bool = false
  ) -> ResponsePlan {
    let played = recorded.played(for: request.method, isCut: isCut)
    var head = ResponseHead(
      status: played.status, reason: played.reason,
      headers: references(for: request)?.applied(to: played.headers) ?? played.headers)
    if isCut { head.headers.announceMore(than: played.body.count) }
    var plan = ResponsePlan(head: head, body: .data(played.body), timing: timing)
    plan.completeFraming(for: request)
    return plan
  }

  /// For a client that has the recorded site at the listener's own address: references that lead
  /// it back there; `nil` for one that asks for the site by its name.
  private func references(for request: ReceivedRequest) -> MovedReferences? {
    guard request.isFromListener else { return nil }
    let recorded = RequestURL(track.request.url)
    guard recorded.host != nil, !request.target.isAt(recorded) else { return nil }
    let site = RequestURL(
      scheme: recorded.scheme, host: recorded.host, port: recorded.port, path: "/")
    return MovedReferences(from: site, to: request.target)
  }

  private var timing: ResponseTiming {
    guard case .recorded(let scale) = playback, let recorded = track.timing else {
      return .immediate
    }
    func scaled(_ time: Duration) -> Duration {
      let (seconds, most) = (time.seconds * scale, Duration.longestDelay.seconds)
      return (0..<most).contains(seconds) ? time * scale : .delay(min(seconds, most))
    }
    let chunks = recorded.chunks.map {
      ResponseTiming.ScriptedChunk(at: scaled($0.at), count: $0.count)
    }
    let pacing: ResponseTiming.Pacing =
      if !chunks.isEmpty {
        .script(chunks)
      } else if recorded.receive > .zero {
        .over(scaled(recorded.receive))
      } else {
        .atOnce
      }
    return ResponseTiming(beforeHead: scaled(recorded.wait), body: pacing)
  }
}

extension RequestURL {
  /// Whether it names the host of the recorded URL, whose scheme a listener cannot have.
  fileprivate func isAt(_ recorded: RequestURL) -> Bool {
    host == recorded.host && (port ?? recorded.schemePort) == recorded.effectivePort
  }

  private var schemePort: Int? {
    RequestURL(scheme: scheme, host: host, path: "/").effectivePort
  }
}

extension HTTPHeaders {
  /// Announces a body that is longer than what comes of it, so that a client misses the rest.
  fileprivate mutating func announceMore(than count: Int) {
    if let length = self[.contentLength].flatMap({ Int($0) }), length > count { return }
    remove(.contentLength)
    self[.transferEncoding] = "chunked"
  }
}

extension RecordedFailure {
  /// The error that a client is given.
  var stubFailure: StubFailure {
    domain == Self.urlErrorDomain
      ? .network(NetworkErrorCode(rawValue: code))
      : .error(DomainError(domain: domain, code: code, message: message))
  }
}
