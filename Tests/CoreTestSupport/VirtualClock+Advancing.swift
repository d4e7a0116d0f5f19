package import StubCore

extension VirtualClock {
  /// Runs work, and advances the clock while something waits for it.
  package func advancing<Result>(_ work: () async throws -> Result) async rethrows -> Result {
    let task = Task {
      while !Task.isCancelled {
        if waiting > 0 { advance(by: .seconds(300)) }
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
    defer { task.cancel() }
    return try await work()
  }
}
