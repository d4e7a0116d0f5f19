import Foundation

/// What the figures were measured on.
enum Machine {
  static var description: String {
    var system = utsname()
    uname(&system)
    let release = withUnsafeBytes(of: &system.release) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let model = line("/proc/cpuinfo", "model name") ?? "processor of unknown make"
    let cores = ProcessInfo.processInfo.processorCount
    let memory = ProcessInfo.processInfo.physicalMemory >> 30
    return "\(model), \(cores) cores, \(memory) GB; Linux \(release)"
  }

  /// How many threads wanted to run in the last minute, on average.
  static var load: String {
    let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? "?"
    return String(text.prefix { $0 != " " })
  }

  /// How long the host of a virtual machine has kept its processors from running, since it started.
  ///
  /// The system counts it in hundredths of a second (`steal` in proc_stat(5)).
  static var stolenMilliseconds: Int {
    let text = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)) ?? ""
    let fields = text.prefix { $0 != "\n" }.split(separator: " ")
    return fields.count > 8 ? (Int(fields[8]) ?? 0) * 10 : 0
  }

  static var date: String {
    let format = DateFormatter()
    format.dateFormat = "yyyy-MM-dd"
    format.timeZone = TimeZone(identifier: "UTC")
    return format.string(from: Date())
  }

  private static func line(_ path: String, _ key: String) -> String? {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    for line in text.split(separator: "\n") where line.hasPrefix(key) {
      return line.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    }
    return nil
  }
}
