import StubCore
import StubFiles
import StubLanguages
import StubServer

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The recording that clients start and stop while the server runs; there is one at a time.
final class RecordingSession: Sendable {
  /// The states of WireMock's recorder.
  enum Status: String {
    case neverStarted = "NeverStarted"
    case recording = "Recording"
    case stopped = "Stopped"
  }

  fileprivate struct Active {
    let specification: RecordingSpecification
    let recorder: CassetteRecorder
    let selection: SelectiveRecorder
    let folder: String
    /// The number of the last request before it.
    let lastBefore: Int
    /// What it was like before.
    let upstream: UpstreamConfiguration?
    let unhandledMode: HTTPUnhandledMode
  }

  private struct State {
    var status = Status.neverStarted
    var active: Active?
  }

  private let state = Lock(State())

  var status: Status { state.withLock { $0.status } }

  /// What is recorded now; `nil` for nothing.
  private var recorder: CassetteRecorder? { state.withLock { $0.active?.recorder } }

  /// How what is recorded becomes stubs.
  var specification: RecordingSpecification? { state.withLock { $0.active?.specification } }

  /// Lets unmatched requests go to a server, and records what it answers; does nothing while it does.
  func start(_ specification: RecordingSpecification, _ admin: Admin) throws(AdminRefusal) {
    guard let listener = admin.listener else {
      throw AdminRefusal(
        409, code: 409, "there is no listener whose requests could be recorded")
    }
    if recorder != nil { return }
    let upstream: UpstreamConfiguration
    do throws(UpstreamError) {
      var configuration = try UpstreamConfiguration(url: specification.target)
      configuration.decodesBodies = true
      upstream = configuration
    } catch {
      throw AdminRefusal(
        unprocessable: "targetBaseUrl cannot be used", error.description, pointer: "/targetBaseUrl")
    }
    let folder =
      FileManager.default.temporaryDirectory.path + "/stubber-recording-\(UUID().uuidString)"
    let recorder: CassetteRecorder?
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      recorder = try RecordingPlan(
        file: "\(folder)/recording.json", format: .wireMock,
        RecordingConfiguration(mode: .newEpisodes, keepsTiming: false), environment: [:],
        writesAtEndOnly: true
      ).recorder
      guard let recorder else { return }
      let active = Active(
        specification: specification, recorder: recorder,
        selection: SelectiveRecorder(specification, recorder), folder: folder,
        lastBefore: admin.stubs.journal.receivedCount, upstream: listener.upstream,
        unhandledMode: admin.stubs.unhandledMode)
      try listener.setUpstream(upstream)
      state.withLock { $0 = State(status: .recording, active: active) }
      admin.stubs.unhandledMode = .optin
      admin.stubs.add(recorder: active.selection)
    } catch {
      throw AdminRefusal(500, code: 500, "cannot record: \(error)")
    }
  }

  /// Records no more, once the requests under way have ended.
  ///
  /// - Returns: what was recorded, as stubs.
  func stop(
    _ admin: Admin
  ) async throws(AdminRefusal) -> (mappings: [JSONObject], leftOut: [JSONValue]) {
    let active = state.withLock { state in
      defer { if state.active != nil { state = State(status: .stopped) } }
      return state.active
    }
    guard let active else {
      throw AdminRefusal(400, code: 30, "Not currently recording.")
    }
    _ = try? await active.recorder.finish()
    let (mappings, leftOut) = active.mappings(active.specification, admin, isOver: true)
    admin.stubs.remove(recorder: active.selection)
    admin.stubs.unhandledMode = active.unhandledMode
    try? admin.listener?.setUpstream(active.upstream)
    try? FileManager.default.removeItem(atPath: active.folder)
    return (mappings, leftOut)
  }

  /// Stubs for all requests that real servers have answered, as far as the journal or the recording under
  /// way has their responses.
  func snapshot(
    _ specification: RecordingSpecification, _ admin: Admin
  ) -> (mappings: [JSONObject], leftOut: [JSONValue]) {
    if let active = state.withLock({ $0.active }) {
      return active.mappings(specification, admin, isOver: false)
    }
    let snapshot = RecordingSnapshot(specification, admin)
    return (specification.mappings(of: snapshot.exchanges), snapshot.leftOut)
  }
}

extension RecordingSession.Active {
  /// Stubs for what was recorded, and also for what the specification wants of the journal.
  ///
  /// A recording has responses whole of which the journal may have a part.
  fileprivate func mappings(
    _ specification: RecordingSpecification, _ admin: Admin, isOver: Bool
  ) -> (mappings: [JSONObject], leftOut: [JSONValue]) {
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
    // Stable, as equal requests are answered in their order.
    let order = exchanges.enumerated().sorted { one, two in
      let times = (one.element.recordedAt ?? .distantPast, two.element.recordedAt ?? .distantPast)
      return times.0 == times.1 ? one.offset < two.offset : times.0 < times.1
    }
    return (specification.mappings(of: order.map(\.element)), snapshot.leftOut)
  }
}

extension Interaction {
  /// As if the client had asked for it at a server without a path of its own.
  fileprivate func moved(from base: String) -> Interaction {
    guard !base.isEmpty, request.url.hasPrefix(base) else { return self }
    let path = request.url.dropFirst(base.count)
    var moved = self
    moved.request.url = path.hasPrefix("/") ? String(path) : "/\(path)"
    return moved
  }
}

/// Records the requests that a pattern fits, as another recorder does.
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
