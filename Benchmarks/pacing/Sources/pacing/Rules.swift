import Foundation

/// The stubs that are measured, as files in a folder of their own.
struct Rules {
  /// How long each body takes.
  static let seconds = 2.5
  static let uploadPath = "/upload"

  let folder: URL

  var file: URL { folder.appendingPathComponent("rules.yaml") }

  var log: URL { folder.appendingPathComponent("log") }

  static func path(rate: Int) -> String { "/rate/\(rate)" }

  static func path(delay: Int) -> String { "/delay/\(delay)" }

  static func size(rate: Int) -> Int { Int(Double(rate) * seconds) }

  /// Responses of these speeds, and others after these delays in milliseconds.
  init(rates: [Int], delays: [Int]) throws {
    try self.init(named: "responses")
    var text = "stubs:\n"
    for rate in rates {
      text += """
          - match: { path: \(Self.path(rate: rate)) }
            respond: { GET: { bodyFile: body-\(rate), speed: \(rate) } }

        """
      // Written here, the file is in memory; no disk is measured.
      try Data(count: Self.size(rate: rate))
        .write(to: folder.appendingPathComponent("body-\(rate)"))
    }
    for delay in delays {
      text += """
          - match: { path: \(Self.path(delay: delay)) }
            respond: { GET: { text: done, delay: \(delay)ms } }

        """
    }
    try text.write(to: file, atomically: false, encoding: .utf8)
  }

  /// Requests that come through a line of this speed.
  init(upload rate: Int) throws {
    try self.init(named: "requests-\(rate)")
    let text = """
      network: { upload: \(rate) }
      stubs:
        - match: { path: \(Self.uploadPath) }
          respond: { POST: { text: done } }

      """
    try text.write(to: file, atomically: false, encoding: .utf8)
  }

  private init(named name: String) throws {
    let process = ProcessInfo.processInfo.processIdentifier
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pacing-\(process)-\(name)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data().write(to: log)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}
