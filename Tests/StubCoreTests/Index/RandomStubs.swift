import Foundation
import StubCore
import Testing

/// Draws stubs and requests from few words, so that they often meet.
struct RandomStubs {
  let random: SeededRandom

  private static let words = [
    "users", "items", "api", "v1", "a", "b", "Kind", "\u{212A}ind", "caf\u{E9}", "cafe\u{301}",
    "x;y", "q`", "1", "2", "%61pi", "%2F", "%zz", "caf%C3%A9", "%FF", "item-1", "item-12",
    "%0A", "a%0D",
  ]
  private static let hosts = ["a.test", "b.test", "127.0.0.1"]
  private static let ports = ["", "", ":8080", ":9000"]
  private static let names = ["id", "name", "x"]
  private static let values = [
    "1", "2", "1.0", "a", "b c", "", "K", "\u{212A}", "red-1", "red-12-blue", "RED-1",
    "Stra\u{DF}e",
    "1, red-1",
  ]
  private static let methods: [HTTPMethod] = [.get, .post, .head]

  private func pick<Element>(_ elements: [Element]) -> Element {
    elements[random.integer(in: 0...elements.count - 1)]
  }

  private func isChosen(_ odds: Int) -> Bool { random.integer(in: 1...odds) == 1 }

  private func path() -> String {
    "/" + (0..<random.integer(in: 0...4)).map { _ in pick(Self.words) }.joined(separator: "/")
      + (isChosen(6) ? "/" : "")
  }

  private func site() -> String { pick(Self.hosts) + pick(Self.ports) }

  private func query() -> String {
    (0..<random.integer(in: 0...3)).map { _ in
      pick(Self.names) + "=" + pick(["1", "2", "a", "b+c", "%4B", ""])
    }.joined(separator: "&")
  }

  private func json(depth: Int = 0) -> JSONValue {
    let value: JSONValue = pick([
      1, 2, "1", "a", "red-1", true, nil, JSONNumber(parsing: "1.0").map { .number($0) } ?? nil,
    ])
    switch random.integer(in: 0...(depth < 2 ? 4 : 0)) {
    case 1, 2, 3:
      return .object(
        JSONObject(Self.names.filter { _ in isChosen(2) }.map { ($0, json(depth: depth + 1)) }))
    case 4: return .array([json(depth: depth + 1)])
    default: return value
    }
  }

  // Requests.

  func request() -> ReceivedRequest {
    var url = path()
    if isChosen(2) { url += "?" + query() }
    if !isChosen(4) { url = pick(["http:", "https:"]) + "//" + site() + url }
    var headers = HTTPHeaders()
    for name in ["X-A", "X-B"] where isChosen(2) {
      for _ in 0..<random.integer(in: 1...2) {
        headers.append(HTTPHeaderName(name), pick(Self.values))
      }
    }
    if isChosen(3) { headers[.cookie] = "id=\(pick(["1", "2"])); x=\(pick(["a", "b"]))" }
    if isChosen(4) { headers[.authorization] = "Bearer \(pick(["1", "2", "red-1"]))" }
    if isChosen(6) {
      let credentials = Data("\(pick(["1", "red-1", "RED-1"])):\(pick(["1", "a"]))".utf8)
      headers[.authorization] = "Basic \(credentials.base64EncodedString())"
    }
    var body: Data?
    switch random.integer(in: 0...6) {
    case 3: body = Data(xml().utf8)
    case 4:
      headers[.contentType] = "multipart/form-data; boundary=b"
      body = Data(multipart().utf8)
    case 0: body = Data(json().text().utf8)
    case 1:
      headers[.contentType] = "application/x-www-form-urlencoded"
      body = Data(query().utf8)
    case 2: body = Data(pick(Self.values).utf8)
    default: break
    }
    var request = ReceivedRequest(pick(Self.methods), url, headers: headers, body: body)
    // As a listener with the port 8080 has it: in plain without a scheme.
    if isChosen(2) {
      let target = request.target
      request.target = RequestURL(
        scheme: isChosen(4) ? target.scheme : nil, host: target.host, port: target.port,
        path: target.path, query: target.query, ownPort: 8_080)
    }
    return request
  }

  // Stubs.

  func stub() -> HTTPStubRequest {
    let stub = unanswered()
    if isChosen(6) { stub.times(random.integer(in: 0...2)) }
    let method = isChosen(3) ? pick(Self.methods) : nil
    guard isChosen(5) else { return stub.stub(for: method, .text("")) }
    let responses = (0..<random.integer(in: 1...2)).map { _ in HTTPStubResponse() }
    let endings: [HTTPStubSequenceEnding] = [
      .repeatLast, .cycle, .fallThrough, .fail, .passThrough,
    ]
    return stub.stub(for: method, sequence: responses, then: pick(endings))
  }

  /// A stub that is never used up.
  func endlessStub() -> HTTPStubRequest { unanswered().stub(.text("")) }

  private func unanswered() -> HTTPStubRequest {
    let stub = HTTPStubRequest()
    if isChosen(4) { stub.priority(random.integer(in: 3...7)) }
    for _ in 0..<random.integer(in: isChosen(10) ? 0...0 : 1...3) { addMatcher(to: stub) }
    return stub
  }

  private func addMatcher(to stub: HTTPStubRequest) {
    if let matcher = isChosen(2) ? urlMatcher() : partMatcher() {
      _ =
        isChosen(8) ? stub.match(.all(of: matcher, .host(.present))) : stub.match(.all(of: matcher))
    }
  }

  private func urlMatcher() -> (any HTTPStubMatcher)? {
    let path = path()
    let host = isChosen(2) ? "http://" + site() : ""
    switch random.integer(in: 0...9) {
    case 0: return .path(.equals(path))
    case 1: return .path(.hasPrefix(path))
    case 2: return .path(.contains(pick(Self.words)))
    case 3: return try? .path(.glob(path + pick(["*", "**", "?", "{a,b}", "[ab]/**"])))
    case 4: return try? .path(.matches(pattern(path)))
    case 5: return try? .urlRegex(pattern(host + path))
    case 6: return try? .uri(host + template(path))
    case 7: return .url(host + path + "?" + query())
    case 8: return .url(host + path, options: pick([.ignorePath, .ignoreQueryParameters]))
    default: return .any(of: .path(.equals(path)), .path(.equals(self.path())))
    }
  }

  /// A pattern in which parts of the text are optional, alternatives, classes or repeated.
  private func pattern(_ text: String) -> String {
    var pattern = isChosen(2) ? "" : "^"
    // Without a literal.
    let hasClasses = isChosen(2)
    for character in text {
      var atom = "\\.?*+()[]{}|^$".contains(character) ? "\\\(character)" : String(character)
      if isChosen(6) {
        atom = pick([".", "[^/]", "(?:\(atom)|x)", "(\(atom))", "(?<n>\(atom))?", "\\w"])
      }
      if hasClasses { atom = pick(["[\(character)]", "[^x\(character)]", "[a-m]", "[!-~]", atom]) }
      if isChosen(8) { atom += pick(["?", "*", "+", "{1}", "{0,1}", "{2}", "+?", "*+", "??"]) }
      pattern += atom
    }
    if isChosen(10) { pattern += "|" + pick(Self.words) }
    if isChosen(10) { pattern = "(?i)" + pattern }
    return pattern + (isChosen(3) ? "$" : "")
  }

  private func template(_ path: String) -> String {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).enumerated()
    var text = segments.map {
      isChosen(3) && $0 > 0 ? pick(["{v\($0)}", "a{v\($0)}"]) : String($1)
    }
    .joined(separator: "/")
    if isChosen(4) { text += pick(["{/rest*}", "{+rest}", "{?id}", "?id={id}", "{;x}", "{.ext}"]) }
    return text
  }

  private func condition(depth: Int = 0) -> ValueMatcher {
    let value = pick(Self.values)
    let number = pick([1, 2, 12])
    switch random.integer(in: 0...(depth < 2 ? 18 : 11)) {
    case 0, 1: return .equals(value)
    case 2: return .present
    case 3: return .absent
    case 4: return .contains(pick([value, "red", "-1", "e"]))
    case 5: return .hasPrefix(pick([value, "red-", "r"]))
    case 6: return .hasSuffix(pick([value, "-blue", "1"]))
    case 7: return pick([.equalsIgnoringCase(value), .containsIgnoringCase(value)])
    case 8: return .equals(JSONNumber(number))
    case 9: return (try? .matches(pattern(value))) ?? .present
    case 10: return (try? .glob(pick([value, "red-*", "*-1", "{red,1}*"]))) ?? .present
    case 11: return pick([.exactly([value]), .exactly([]), .hasElement(value)])
    case 12: return .not(condition(depth: depth + 1))
    case 13: return .any(of: [condition(depth: depth + 1)])
    case 14: return .any(of: condition(depth: depth + 1), condition(depth: depth + 1))
    case 15: return .all(of: condition(depth: depth + 1), condition(depth: depth + 1))
    case 16: return .includes([condition(depth: depth + 1), condition(depth: depth + 1)])
    case 17: return .every(condition(depth: depth + 1))
    default:
      let inner = condition(depth: depth + 1)
      return ValueMatcher(description: "implies another", implying: [inner]) { inner.judge($0) }
    }
  }

  private func partMatcher() -> (any HTTPStubMatcher)? {
    let name = pick(Self.names)
    let value = pick(Self.values)
    let condition = condition()
    switch random.integer(in: 0...17) {
    case 0: return .header(pick(["X-A", "x-b"]), condition)
    case 1: return .query(name, condition)
    case 2: return .cookie(name, condition)
    case 3: return .form(name, condition)
    case 4: return .host(isChosen(2) ? condition : .equals(pick(Self.hosts)))
    case 5: return .json(json(), comparison: JSONComparison(ignoresExtraMembers: isChosen(2)))
    case 6: return parsed("$.\(name)") { try .jsonPath($0, condition) }
    case 7:
      return parsed("$.\(name)") {
        JSONValueMatcher(try JSONPath($0), equals: json(depth: 1))
      }
    case 8: return .body(condition)
    case 9: return .bearer(condition)
    case 10: return HTTPStubBasicAuthMatcher(user: condition, password: self.condition())
    case 11: return .path(condition)
    case 12: return PartMatcher(Self.lastSegment, condition)
    case 13: return jsonPath(pick([.standard, .jayway]), condition)
    case 14: return xpath(condition)
    case 15: return parsed(xml()) { try .xml($0) }
    case 16:
      return HTTPStubMultipartMatcher(
        pick([.any, .every]), name: pick([.equals(name), nil, condition]), body: condition)
    default: return .body(Data(value.utf8))
    }
  }

  private static let lastSegment = MatchedPart.derived("last segment", id: "last segment") {
    PartValues($0.target.path.split(separator: "/").last.map { String($0) })
  }

  private func jsonPath(
    _ dialect: JSONPath.Dialect, _ condition: ValueMatcher
  ) -> (any HTTPStubMatcher)? {
    let literal = pick(["1", "'1'", "'a'", "'red-1'", "true", "1.0"])
    let path = pick([
      "$.id", "$.id.name", "$.*", "$..x", "$.id[?(@ == \(literal))]",
      "$[?(@.name == \(literal))]", "$..[?(@.x == \(literal) && @.id)].x",
      "$[?(@.name == \(literal) || @.id == 1)]", "$[?(\(literal) == @.x)]",
      "$.id[?(!(@.name == \(literal)))]", "$.id[?(@.name != \(literal))]",
    ])
    return parsed(path) { PartMatcher(try JSONPath($0, dialect), condition) }
  }

  /// Returns a matcher from a text; a text that is not valid is an error of this generator.
  private func parsed(
    _ text: String, _ matcher: (String) throws -> any HTTPStubMatcher
  ) -> (any HTTPStubMatcher)? {
    do {
      return try matcher(text)
    } catch {
      Issue.record("\(text): \(error)")
      return nil
    }
  }

  private func xpath(_ condition: ValueMatcher) -> (any HTTPStubMatcher)? {
    let path = pick([
      "/a/@id", "//b/@id", "/a[@id='1']/b", "//b[@id='red-1'][1]", "/a/b", "//b[@id=\"a\"]/@x",
      "//b[@id='1' or @x='1']", "//b[not(@id='1')]", "count(//b)", "//b/text()", "/a/b[2]/@id",
    ])
    return parsed(path) { PartMatcher(.xml(try XMLSelection($0)), condition) }
  }

  private func xml() -> String {
    let children = (0..<random.integer(in: 0...2)).map { _ in
      "<b id=\"\(pick(["1", "red-1", "a"]))\">\(pick(["", "1", " red-1 "]))</b>"
    }
    return "<a id=\"\(pick(["1", "2"]))\">\(children.joined())</a>"
  }

  private func multipart() -> String {
    (0..<random.integer(in: 1...2)).map { _ in
      "--b\r\nContent-Disposition: form-data; name=\"\(pick(Self.names))\"\r\n\r\n"
        + "\(pick(Self.values))\r\n"
    }.joined() + "--b--\r\n"
  }
}
