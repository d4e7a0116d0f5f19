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

  private struct Active {
    let specification: RecordingSpecification
    let recorder: CassetteRecorder
    let selection: SelectiveRecorder
    let folder: String
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
  var recorder: CassetteRecorder? { state.withLock { $0.active?.recorder } }

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
        selection: SelectiveRecorder(specification.filters, recorder), folder: folder,
        upstream: listener.upstream, unhandledMode: admin.stubs.unhandledMode)
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
  func stop(_ admin: Admin) async throws(AdminRefusal) -> [JSONObject] {
    let active = state.withLock { state in
      defer { if state.active != nil { state = State(status: .stopped) } }
      return state.active
    }
    guard let active else {
      throw AdminRefusal(400, code: 30, "Not currently recording.")
    }
    _ = try? await active.recorder.finish()
    let mappings = active.specification.mappings(active.recorder)
    admin.stubs.remove(recorder: active.selection)
    admin.stubs.unhandledMode = active.unhandledMode
    try? admin.listener?.setUpstream(active.upstream)
    try? FileManager.default.removeItem(atPath: active.folder)
    return mappings
  }
}

/// Records the requests that a pattern fits, as another recorder does.
private final class SelectiveRecorder: ExchangeRecorder {
  private let filters: [any HTTPStubMatcher]
  private let recorder: CassetteRecorder

  init(_ filters: [any HTTPStubMatcher], _ recorder: CassetteRecorder) {
    (self.filters, self.recorder) = (filters, recorder)
  }

  func wants(_ request: ReceivedRequest, beforeStubs: Bool) -> Bool {
    recorder.wants(request, beforeStubs: beforeStubs)
      && filters.allSatisfy { $0.evaluate(request, for: .stubRequest).isMatch }
  }

  func begin(_ request: ReceivedRequest) -> RecordingTicket { recorder.begin(request) }
}
