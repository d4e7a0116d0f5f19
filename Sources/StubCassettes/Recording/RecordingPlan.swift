package import StubCore
package import StubDocuments
import StubPlatform

/// The plan for a cassette file: the cassette to play, and the recorder.
///
/// Mode, age and environment decide on both.
package struct RecordingPlan: Sendable {
  package let played: Cassette
  package let recorder: CassetteRecorder?
  /// Whether requests reach the real server although nothing is recorded.
  let isLive: Bool
  /// The filters of the process, followed by the filters of the configuration.
  let filters: [RecordingFilter]
  /// The number of interactions that were added to the file from the journal of a killed recorder.
  package let recovered: Int
  /// The warning about the unreadable journal of a killed recorder; `nil` if there is none.
  package let unreadable: FileDiagnostic?
  /// The date of the recording if it has expired; otherwise `nil`.
  package let expiredSince: String?
  /// The warnings about contents that are lost when the recorder rewrites the file.
  package private(set) var warnings = DiagnosticList()

  /// Reads the file, and creates the recorder if the mode requires one.
  ///
  /// With `playsExpired`, an expired recording is played if `server` cannot be reached; `nil`
  /// stands for the recorded server. With `writesAtEndOnly`, no interaction is written before the
  /// recorder finishes. With `share`, which is one test's share of the file, a recording that
  /// replaces the cassette keeps the interactions of other tests.
  ///
  /// - Throws: the errors of `StubSet.insert`.
  package init(
    file path: String, format: WritableFormat? = nil,
    _ configuration: RecordingConfiguration,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    server: RequestURL? = nil, share: RecordingShare? = nil, writesAtEndOnly: Bool = false
  ) throws {
    var configuration = configuration
    configuration.filters = RecordingConfiguration.sharedFilters + configuration.filters
    filters = configuration.filters
    var mode = try RecordEnvironment.mode(configuration.explicitMode, in: environment)
    isLive = mode == .live
    if isLive {
      (played, recorder) = (Cassette(), nil)
      (recovered, unreadable, expiredSince) = (0, nil, nil)
      return
    }
    let file = CassetteFile(path: path)
    (recovered, unreadable) = try file.addLeftovers(in: mode, configuration)
    // A file that is replaced need not be readable.
    let isPart = mode == .all && share?.test != nil
    let contents = mode != .all ? try file.contents() : isPart ? try? file.contents() : nil
    var old = isPart ? nil : contents?.cassette
    var replaced = isPart ? contents?.cassette : nil
    let recordedAt = mode == .none ? nil : old.flatMap { file.expiry(of: $0, configuration) }
    expiredSince = recordedAt.map(RecordedInstant.text)
    if recordedAt != nil,
      !configuration.playsExpired || (server ?? old?.server).map(ServerProbe.answers) == true
    {
      (replaced, old) = (old, nil)
    }
    var kept = old?.interactions ?? []
    if let share, share.test != nil, let there = replaced?.interactions {
      kept = share.kept(there)
      let fresh = share.fresh(there)
      old = fresh.isEmpty ? nil : Cassette(name: replaced?.name, interactions: fresh)
      if old != nil { mode = .newEpisodes }
    }
    played = old ?? Cassette()
    let isMissing = played.interactions.isEmpty
    guard mode == .all || mode == .newEpisodes || (mode == .once && isMissing) else {
      if old == nil {
        if RecordingJournal.isInterrupted(path) {
          throw RecordingError("no recording at \(path); \(RecordingJournal.remedy(for: path))")
        }
        let remedy = RecordEnvironment.remedy(for: configuration.explicitMode, in: environment)
        throw RecordingError("no recording at \(path); \(remedy)")
      }
      recorder = nil
      return
    }
    if let contents, !kept.isEmpty {
      try file.refuseDataLoss(contents.warnings)
      warnings = contents.warnings
    }
    if case .folder = FileKind(of: path) {
      throw RecordingError.cannotWrite(path, FileProblem(code: FileProblem.folder))
    }
    // A recording that is written at its end has no journal if the folder does not exist yet.
    let isEarly = writesAtEndOnly && DurableFile.mode(of: DurableFile.folder(of: path)) == nil
    let journal = isEarly ? nil : try RecordingJournal(of: path)
    if journal != nil { BodyFolder(of: path).removeUnfinished() }
    let isNew = isMissing && kept.isEmpty
    let wanted = format ?? configuration.format?.writable
    let format = try (isNew ? wanted ?? file.namedFormat() : file.writableFormat())
      .fitting(name: path)
    do throws(FileProblem) {
      try journal?.begin(format: format, hiding: configuration.secretNames)
    } catch {
      throw RecordingError.cannotWrite(path, error)
    }
    recorder = CassetteRecorder(
      file: path, format: format, after: Cassette(name: played.name, interactions: kept),
      mode: mode, configuration: configuration, journal: journal, share: share,
      expiredSince: recordedAt, writesAtEndOnly: writesAtEndOnly)
  }
}

extension Cassette {
  /// The URL of the first request with a host.
  fileprivate var server: RequestURL? {
    interactions.lazy.map { RequestURL($0.request.url) }.first { $0.host != nil }
  }
}

/// A test whether a server accepts connections.
enum ServerProbe {
  /// Returns whether the host and port of a URL accept a connection; waits at most two seconds for
  /// each address.
  static func answers(_ target: RequestURL) -> Bool {
    guard let host = target.host, let port = target.effectivePort else { return false }
    var hints = addrinfo()
    #if canImport(Darwin) || canImport(Musl)
    hints.ai_socktype = SOCK_STREAM
    #else
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &list) == 0 else { return false }
    defer { freeaddrinfo(list) }
    return sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }
      .contains { $0.map { connects(to: $0.pointee) } ?? false }
  }

  private static func connects(to address: addrinfo) -> Bool {
    let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return true }
    guard errno == EINPROGRESS else { return false }
    var event = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    var problem: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return poll(&event, 1, 2_000) == 1
      && getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &problem, &size) == 0 && problem == 0
  }
}
