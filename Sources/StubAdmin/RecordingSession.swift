import StubCore
import StubFiles
import StubLanguages
import StubPlatform
import StubServer

/// The recorder that clients of the admin API start and stop while the server runs.
///
/// A listener has at most one recording at a time, for the server or for a session.
final class RecordingSession: Sendable {
  /// The states of WireMock's recorder.
  enum Status: String {
    case neverStarted = "NeverStarted"
    case recording = "Recording"
    case stopped = "Stopped"
  }

  /// The stubs made from a recording, and the interactions that could not become stubs.
  struct Recorded {
    let specification: RecordingSpecification
    let mappings: [JSONObject]
    let leftOut: [JSONValue]
  }

  fileprivate struct Active {
    let specification: RecordingSpecification
    let recorder: CassetteRecorder
    let selection: SelectiveRecorder
    let folder: String
    /// The stub set whose unmatched requests are recorded.
    let stubs: StubSet
    let listener: Listener
    /// The real server, whose open requests are awaited at the end of the recording.
    let server: Upstream
    /// The number of the last request before the recording began.
    let lastBefore: Int
    /// The upstream server before the recording began.
    let upstream: Upstream?
    let unhandledMode: HTTPUnhandledMode

    /// Restores the upstream server and the settings from before the recording.
    func restore() {
      stubs.remove(recorder: selection)
      stubs.unhandledMode = unhandledMode
      _ = listener.exchange(upstream: upstream)
    }

    /// Waits for requests that are still open.
    func finish() async {
      _ = try? await recorder.finish()
      withExtendedLifetime(server) {}
    }

    func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }
  }

  private enum Phase {
    case idle
    case starting
    case recording(Active)
    case stopping
  }

  private let phase = Lock(Phase.idle)

  func status(_ admin: Admin) -> Status {
    if active(admin) != nil { return .recording }
    return admin.hasRecorded.load() ? .stopped : .neverStarted
  }

  /// Returns the current recording of the API's stub set; `nil` if there is none.
  private func active(_ admin: Admin) -> Active? {
    phase.withLock { phase in
      if case .recording(let active) = phase, active.stubs === admin.stubs { active } else { nil }
    }
  }

  /// Starts to forward unmatched requests to a server, and to record its responses.
  ///
  /// If the same server is already being recorded, the call does nothing.
  ///
  /// - Throws: a refusal if another recording is running, or if the server cannot be used.
  func start(_ specification: RecordingSpecification, _ admin: Admin) throws(AdminRefusal) {
    let listener = try admin.neededListener(whose: "requests could be recorded")
    let begins = try phase.withLock { phase throws(AdminRefusal) in
      switch phase {
      case .idle:
        phase = .starting
        return true
      case .recording(let active)
      where active.stubs === admin.stubs && active.specification.target == specification.target:
        return false
      case .starting, .recording, .stopping:
        throw AdminRefusal(
          409, code: 409, "this server records something else",
          detail: "stop that recording first, in the session that has begun it")
      }
    }
    guard begins else { return }
    do throws(AdminRefusal) {
      let active = try begin(specification, admin, listener)
      phase.withLock { $0 = .recording(active) }
    } catch {
      phase.withLock { $0 = .idle }
      throw error
    }
    admin.hasRecorded.store(true)
    guard admin.session != nil else { return }
    let end = Observer<Void> { [self, stubs = admin.stubs] in abandon(of: stubs) }
    if let session = admin.liveSession { session.whenOver(end) } else { end.tell(()) }
  }

  private func begin(
    _ specification: RecordingSpecification, _ admin: Admin, _ listener: Listener
  ) throws(AdminRefusal) -> Active {
    var configuration: UpstreamConfiguration
    do throws(UpstreamError) {
      configuration = try listener.targetConfiguration(specification.target)
      configuration.decodesBodies = true
      try configuration.check(isApartFrom: listener.addresses)
    } catch {
      throw AdminRefusal(
        unprocessable: "targetBaseUrl cannot be used", error.description, pointer: "/targetBaseUrl")
    }
    let folder =
      FileManager.default.temporaryDirectory.path + "/stubber-recording-\(UUID().uuidString)"
    do {
      let server = try Upstream(configuration)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let recorder = try RecordingPlan(
        file: "\(folder)/recording.json", format: .wireMock,
        RecordingConfiguration(mode: .newEpisodes, keepsTiming: false), environment: [:],
        writesAtEndOnly: true
      ).recorder
      guard let recorder else { throw CocoaError(.featureUnsupported) }
      let (stubs, lastBefore) = (admin.stubs, admin.stubs.journal.receivedCount)
      let active = Active(
        specification: specification, recorder: recorder,
        selection: SelectiveRecorder(specification, recorder), folder: folder, stubs: stubs,
        listener: listener, server: server, lastBefore: lastBefore,
        upstream: listener.exchange(upstream: server), unhandledMode: stubs.unhandledMode)
      stubs.unhandledMode = .optin
      stubs.add(recorder: active.selection)
      return active
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw AdminRefusal(500, code: 500, "cannot record: \(error)")
    }
  }

  /// Stops recording new requests, and waits until the open ones have ended, but at most 10
  /// seconds.
  ///
  /// - Throws: a refusal if nothing is being recorded.
  func stop(_ admin: Admin) async throws(AdminRefusal) -> Recorded {
    let active = try phase.withLock { phase throws(AdminRefusal) in
      guard case .recording(let active) = phase, active.stubs === admin.stubs else {
        throw AdminRefusal(400, code: 30, "Not currently recording.")
      }
      phase = .stopping
      return active
    }
    active.restore()
    await active.finish()
    let recorded = active.recorded(active.specification, admin, isOver: true)
    active.removeFolder()
    phase.withLock { $0 = .idle }
    return recorded
  }

  /// Stops the recording of a session that has ended, and discards it.
  private func abandon(of stubs: StubSet) {
    let active: Active? = phase.withLock { phase in
      guard case .recording(let active) = phase, active.stubs === stubs else { return nil }
      phase = .idle
      return active
    }
    guard let active else { return }
    active.restore()
    Task {
      await active.finish()
      active.removeFolder()
    }
  }

  /// Returns stubs for all requests that real servers have answered.
  ///
  /// Their responses must be in the journal, or in the current recording.
  func snapshot(_ specification: RecordingSpecification, _ admin: Admin) -> Recorded {
    if let active = active(admin) { return active.recorded(specification, admin, isOver: false) }
    let snapshot = RecordingSnapshot(specification, admin)
    return Recorded(
      specification: specification, mappings: specification.mappings(of: snapshot.exchanges),
      leftOut: snapshot.leftOut)
  }
}

extension RecordingSession.Active {
  /// Returns stubs for the recorded requests, and for the requests in the journal that the
  /// specification selects.
  ///
  /// Recorded responses are preferred, because the journal may contain only a part of a response.
  fileprivate func recorded(
    _ specification: RecordingSpecification, _ admin: Admin, isOver: Bool
  ) -> RecordingSession.Recorded {
    let base = self.specification.base
    let isListed = specification.ids != nil
    var exchanges = isListed ? [] : recorder.recorded.map { $0.moved(from: base) }
    exchanges.removeAll { !specification.wants($0.request.received) }
    let snapshot = RecordingSnapshot(specification, admin) { entry in
      if isListed { return false }
      if entry.id <= lastBefore { return isOver }
      return entry.stubID == nil && self.specification.wants(entry.request)
    }
    exchanges += snapshot.exchanges
    // The sort is stable, because responses to equal requests are played in their order.
    let order = exchanges.enumerated().sorted { one, two in
      let times = (one.element.recordedAt ?? .distantPast, two.element.recordedAt ?? .distantPast)
      return times.0 == times.1 ? one.offset < two.offset : times.0 < times.1
    }
    return RecordingSession.Recorded(
      specification: specification, mappings: specification.mappings(of: order.map(\.element)),
      leftOut: snapshot.leftOut)
  }
}

extension Interaction {
  /// Returns the interaction with a URL that is relative to `base`, as if the server had no base
  /// path.
  fileprivate func moved(from base: String) -> Interaction {
    guard !base.isEmpty, request.url.hasBytes(of: base) else { return self }
    let path = Substring(request.url.utf8.dropFirst(base.utf8.count))
    var moved = self
    moved.request.url = path.utf8.first == UInt8(ascii: "/") ? String(path) : "/\(path)"
    return moved
  }
}

/// A recorder that passes the requests that match the recording's filters on to another recorder.
private final class SelectiveRecorder: ExchangeRecorder {
  private let specification: RecordingSpecification
  private let recorder: CassetteRecorder

  init(_ specification: RecordingSpecification, _ recorder: CassetteRecorder) {
    (self.specification, self.recorder) = (specification, recorder)
  }

  func wants(_ request: ReceivedRequest, beforeStubs: Bool) -> Bool {
    recorder.wants(request, beforeStubs: beforeStubs) && specification.wants(request)
  }

  func begin(_ request: ReceivedRequest) -> RecordingTicket { recorder.begin(request) }
}
