/// The version that `--version` prints; the same as the newest one in the change log.
enum Version {
  static let current = "0.1.0"
}
