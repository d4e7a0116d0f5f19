import StubCore
import StubFiles
import StubLanguages

/// The line of the log for a request that a stub answers: status, method, URL and stub.
///
/// Most lines are of this kind, so they are written to the output without making a string. A line
/// is a class, because a value with so many parts costs more to pass on than to write.
final class AnsweredLine: TextOutputStreamable {
  private let method: HTTPMethod
  private let target: RequestURL
  private let stub: HTTPStub
  private let answer: AnswerSummary
  private let usesColor: Bool
  /// The URL without the secrets in its query; `nil` if it has no query.
  private let url: String?
  private let warning: String?

  init(_ request: ReceivedRequest, _ stub: HTTPStub, _ answer: Answer, usesColor: Bool) {
    (method, target) = (request.method, request.target)
    (self.stub, self.usesColor) = (stub, usesColor)
    self.answer = AnswerSummary(answer)
    url =
      target.query == nil ? nil : QuerySecrets(target).hidden(in: target.absoluteString)
    warning = request.webSocketWarning
  }

  func write(to line: inout some TextOutputStream) {
    write(answer.text, answer.color, to: &line)
    line.write(" ")
    line.write(method.rawValue)
    line.write(" ")
    if let url { line.write(url) } else { target.write(to: &line) }
    line.write("  ")
    write(stub.name ?? stub.title, .gray, to: &line)
    guard let warning else { return }
    line.write("\n    ")
    write("warning:", .yellow, to: &line)
    line.write(" ")
    line.write(warning)
  }

  private func write(_ text: String, _ color: Color, to line: inout some TextOutputStream) {
    if usesColor { line.write(color.start) }
    line.write(text)
    if usesColor { line.write(Color.end) }
  }
}

extension RequestURL {
  /// Writes the absolute URL without its query.
  fileprivate func write(to line: inout some TextOutputStream) {
    if let host {
      line.write(scheme ?? "http")
      line.write("://")
      let isBracketed = host.has(":")
      if isBracketed { line.write("[") }
      line.write(host)
      if isBracketed { line.write("]") }
      if let port {
        line.write(":")
        line.write(String(port))
      }
    }
    line.write(path)
  }
}
