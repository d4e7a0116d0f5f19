extension TLSFault {
  /// The end of connections is not announced by `close_notify`: clients that watch for cut-off
  /// responses report one where no length told them the end.
  public static let noCloseNotify = TLSFault(omitsCloseNotify: true)
}
