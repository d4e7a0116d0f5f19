import StubCore
import StubPlatform

/// `stubber requests`: lists the requests in the journal of a running server.
struct RequestsCommand: RemoteCommand {
  static let name = "requests"
  static let summary = "List the requests that a running server has received"
  static let syntax = CommandSyntax<Self>(
    options([
      .value("limit", letter: "n", "COUNT", "Number of newest requests to list (default: 20)") {
        $0.limit = try $1.number(in: 0...Int.max)
      },
      .flag("follow", letter: "f", "Then print new requests as they arrive, until Control-C") {
        $0.follows = true
      },
    ]))
  static let notes = "The newest request comes last."
  static let examples = ["", "-n 100 --json", "--follow"]

  var server = ServerChoice()
  var limit = 20
  var follows = false

  func runRemotely(_ connection: AdminConnection, _ console: Console) throws -> ExitCode {
    // The event stream is opened before the list is requested, so that no request is missed.
    var events = follows ? EventStream(connection, "/events") : nil
    let listed = try connection.journaled("/journal?limit=\(limit)")
    for request in listed.reversed() {
      console.emit(AdminEvent("request", request, ListedRequest(request).line(console)))
    }
    guard follows else {
      if listed.isEmpty, limit > 0, !console.isJSON { console.print("There are no requests.") }
      return .success
    }
    guard events != nil else {
      throw AdminRefused("this server sends no events; leave out --follow")
    }
    // A request is printed when its response begins, and again if the response breaks off.
    var seen = Set(listed.filter { ListedRequest($0).hasBegun }.compactMap { $0["id"]?.string })
    var over = Set(listed.filter { $0["ended"] == true }.compactMap { $0["id"]?.string })
    while !console.isReaderGone, let message = events?.next(unless: { console.isReaderGone }) {
      guard message.name == "request", let value = try? JSONValue(parsing: Data(message.data.utf8))
      else { continue }
      let request = ListedRequest(value)
      guard request.hasBegun, let id = value["id"]?.string else { continue }
      let isNew = seen.insert(id).inserted
      let isBroken = value["ended"] == true && over.insert(id).inserted && request.sent != nil
      guard isNew || isBroken else { continue }
      // The memory for recognizing the ends of requests is limited.
      if seen.count > 100_000 { (seen, over) = ([id], [id]) }
      console.emit(AdminEvent("request", value, request.line(console)))
    }
    let ended = server.session.map { "The session \"\($0)\" or its server" } ?? "The server"
    if !console.isReaderGone { console.emit(.notice("ended", "\(ended) has ended.")) }
    return .success
  }
}

/// A request in the journal, printed on one line.
private struct ListedRequest {
  let date: String
  let status: Int?
  let request: String
  /// The title of the stub that answered; if none did, the reason why.
  let answerer: String
  let isUnmatched: Bool
  /// The sent part of an incomplete response in words; `nil` for other responses.
  let sent: String?
  /// Whether the head of the response has been sent, or it is certain that it will not be sent.
  let hasBegun: Bool

  /// Reads a request of a list that the admin API has returned.
  init(_ row: JSONValue) {
    let milliseconds = row["date"]?.number?.integer ?? 0
    date = Date(timeIntervalSince1970: Double(milliseconds / 1_000)).formatted(.iso8601)
    status = row["status"]?.number?.integer
    request = "\(row["method"]?.string ?? "") \(row["url"]?.string ?? "")"
    isUnmatched = row["outcome"] == "unmatched"
    sent = row["ended"] == true && row["state"] != "complete" ? row["sent"]?.string : nil
    hasBegun = status != nil || row["ended"] == true
    let other = isUnmatched ? "no match" : "passed through"
    answerer = row["stubTitle"]?.string ?? row["stub"]?.string ?? other
  }

  func line(_ console: Console) -> String {
    let number = status.map(String.init) ?? "---"
    let isGood = sent == nil && status.map { $0 < 400 } == true
    let color: Color = isUnmatched ? .red : isGood ? .green : .yellow
    let end = console.colored(answerer, isUnmatched ? .red : .gray)
    let broken = sent.map { "  \(console.colored($0, .red))" } ?? ""
    return "\(date) \(console.colored(number, color)) \(request)  \(end)\(broken)"
  }
}
