import StubCore
import StubPlatform

/// `stubber network`: shows or sets the network of a running server.
struct NetworkCommand: RemoteCommand {
  static let name = "network"
  static let summary = "Show or set the network of a running server"
  static let syntax = CommandSyntax<Self>(
    operands: [
      Operand(
        "NETWORK", "a name such as 3g, values such as '{ download: 20KB }', or off",
        isOptional: true
      ) { $0.network = $1 }
    ], options())
  static let notes = """
    The network limits all responses together, like serve --network. It applies until it is set again or
    a file changes. Without NETWORK, the current network is shown.
    """
  static let examples = ["3g", "'{ latency: 300ms, download: 50KB }'", "off"]

  var server = ServerChoice()
  var network: String?

  func runRemotely(_ connection: AdminConnection, _ console: Console) throws -> ExitCode {
    let answer =
      switch network {
      case nil: try connection.send(.get, "/network")
      case "off"?: try connection.send(.delete, "/network")
      case let text?: try connection.send(.put, "/network", Data(text.utf8))
      }
    console.emit(AdminEvent("network", answer, Self.text(answer["network"] ?? .null)))
    return .success
  }

  private static func text(_ network: JSONValue) -> String {
    guard let values = network.object else { return "Network: off" }
    var parts: [String] = []
    for (name, unit) in [
      ("download", " B/s"), ("upload", " B/s"), ("latency", " ms"), ("jitter", " ms"),
    ] {
      guard let number = values[name]?.number, number.double != 0 else { continue }
      parts.append("\(name) \(number)\(unit)")
    }
    if let stalls = values["stalls"], let every = stalls["every"], let lasting = stalls["lasting"] {
      parts.append("stalls of \(lasting) ms every \(every) ms")
    }
    if let outage = values["outage"]?.string { parts.append("outage \(outage)") }
    let name = values["name"]?.string ?? ""
    return "Network: \(name)\(parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")"
  }
}
