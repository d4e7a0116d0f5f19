public import StubCore

extension HTTPStubber {
  /// The line that all stubbed responses share; `nil`, as at first, for none.
  ///
  /// ```swift
  /// stubber.network = .threeG
  /// ```
  ///
  /// Bodies of responses share the download speed and bodies of requests the upload speed, as on a
  /// phone's one connection; heads cost latency alone. Two things differ from a real line, because
  /// the loading system has a request's body at hand before anything is sent: the stub is chosen
  /// when the upload begins, and no time limit of the request runs while it lasts. On Apple's
  /// platforms delegates are not told of an upload's progress.
  public var network: NetworkProfile? {
    get { stubSet.network }
    set { stubSet.network = newValue }
  }
}
