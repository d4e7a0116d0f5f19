import StubFiles

extension Console {
  /// Loads files and tells somebody at a terminal how far that is, when it takes a while.
  ///
  /// - Parameters:
  ///   - isQuiet: Whether nothing is to be told, as when programs read the output.
  ///   - load: Loads, and tells the observer.
  /// - Returns: what was loaded.
  func loading<Loaded>(
    quietly isQuiet: Bool, _ load: (LoadingProgress.Observer?) -> Loaded
  ) -> Loaded {
    guard let overwrite, !isQuiet else { return load(nil) }
    let start = ContinuousClock.now
    var line = LoadingLine()
    let loaded = load { progress in
      if let text = line.text(for: progress, at: ContinuousClock.now - start) { overwrite(text) }
    }
    if line.isShown { overwrite("") }
    return loaded
  }
}
