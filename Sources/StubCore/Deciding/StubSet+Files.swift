extension StubSet {
  /// Replaces the stubs, ignore rules, unhandled mode and network with values read from files.
  ///
  /// All changes are made in one step, in a time that depends on the number of stubs that change.
  /// All stubs of files count from 0 again. A stub that was added at run time is removed, unless
  /// `keepsAdded` is set and `leavingOut` does not contain it. A kept stub is asked before stubs of
  /// files with the same priority. If it had replaced a stub that a file still has, it replaces
  /// that stub again. A network with the same profile stays, because open responses share it.
  package func replaceAll(
    stubs: [HTTPStub], ignoreRules: [HTTPStubIgnoreRule], unhandledMode: HTTPUnhandledMode,
    network: NetworkProfile? = nil, keepsAdded: Bool = false,
    leavingOut left: Set<HTTPStub.ID> = []
  ) {
    // The stack is built before the lock is taken, because that takes long with many stubs.
    let old = snapshot.value
    let files = old.files.replacingFiles(with: stubs)
    var stack = files
    if keepsAdded { stack.apply(old.stack.switches) }
    update { contents in
      files.resetCounts()
      contents.files = files
      contents.reloads += 1
      contents.stack =
        keepsAdded ? stack.adding(changesOf: contents.stack, leavingOut: left) : stack
      contents.ignoreRules = ignoreRules
      contents.unhandledMode = unhandledMode
      if contents.link?.profile != network { contents.link = network.map(NetworkLink.init) }
    }
  }
}
