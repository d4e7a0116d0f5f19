import StubCore
import StubDocuments
import StubRules

/// A field of requests that predicates can name.
struct MountebankField: Sendable {
  enum Value: Sendable {
    case text(@Sendable (ReceivedRequest) -> String)
    /// Items, which are names with values; a name may occur several times.
    case items(@Sendable (ReceivedRequest) -> [QueryItem])
    case body
  }

  let key: String
  let value: Value

  static let all: [MountebankField] = [
    MountebankField(key: "method", value: .text { $0.method.rawValue }),
    MountebankField(key: "path", value: .text { $0.target.path }),
    MountebankField(key: "query", value: .items { $0.target.queryItems }),
    MountebankField(key: "form", value: .items { $0.formItems }),
    MountebankField(
      key: "headers",
      value: .items { request in
        request.headers.fields.map { QueryItem(name: $0.name.rawName, value: $0.value) }
      }),
    MountebankField(key: "body", value: .body),
  ]
}

extension Reader {
  /// Reads the matchers for a predicate's condition on a field.
  func mountebankField(
    _ value: Value, _ field: MountebankField, _ test: MountebankTest, isExistence: Bool
  ) -> [any HTTPStubMatcher] {
    switch field.value {
    case .text(let text):
      guard let condition = isExistence ? existence(value, in: test) : condition(value, test) else {
        return []
      }
      let part = MatchedPart.derived(field.key, id: "mountebank \(field.key)") { .one(text($0)) }
      return [PartMatcher(part, condition)]
    case .items(let items):
      return isExistence || value.members != nil
        ? mountebankItems(value, field.key, items, test, isExistence)
        : mismatch(value, expected: "a mapping of names", remedy: "use { \"name\": \"value\" }")
          ?? []
    case .body: return mountebankBody(value, test, isExistence).map { [$0] } ?? []
    }
  }

  /// Reads a condition on one text.
  private func condition(_ value: Value, _ test: MountebankTest) -> ValueMatcher? {
    guard let text = text(value) else { return nil }
    do throws(PatternError) {
      return try test.condition(value.scalar?.json.number?.javaScriptText ?? text)
    } catch {
      report(value, error)
      return nil
    }
  }

  private func existence(_ value: Value, in test: MountebankTest) -> ValueMatcher? {
    boolean(value).map { $0 ? .given : .notGiven }
  }

  private func mountebankItems(
    _ value: Value, _ part: String, _ items: @escaping @Sendable (ReceivedRequest) -> [QueryItem],
    _ test: MountebankTest, _ isExistence: Bool
  ) -> [any HTTPStubMatcher] {
    var matchers: [any HTTPStubMatcher] = []
    var names: [String] = []
    let all = DerivedPart(
      part, id: "mountebank \(part) names \(test.isKeyCaseSensitive)", isNames: true
    ) { .list(items($0).map { test.comparable($0.name).text }) }
    entries(value) { name, value in
      names.append(name)
      var conditions =
        isExistence
        ? existence(value, in: test).map { [$0] } : oneOrMore(value) { condition($0, test) }
      if !isExistence {
        conditions = conditions.map { test.isDeep ? [.exactly($0)] : $0.map(\.orEmpty) }
      }
      for condition in conditions ?? [] {
        let wanted = test.comparable(name)
        let id = "mountebank \(part) \(wanted.text) \(test.isKeyCaseSensitive)"
        let values = MatchedPart.derived("\(part) \(name)", id: id, presence: (wanted.text, all)) {
          .list(items($0).compactMap { test.comparable($0.name) == wanted ? $0.value ?? "" : nil })
        }
        matchers.append(PartMatcher(values, condition))
      }
    }
    if part == "form" {
      matchers.append(PartMatcher(.derived("form") { $0.isForm ? .one("") : .missing }, .present))
    }
    guard test.isDeep, !isExistence else { return matchers }
    let known = names
    matchers.append(
      HTTPStubCustomMatcher("\(part) names nothing but \(known)") { request, _ in
        items(request).allSatisfy { item in known.contains { test.isSame($0, item.name) } }
      })
    return matchers
  }

  /// Reads a condition on the body, which checks its text, selected values, or its JSON.
  private func mountebankBody(
    _ value: Value, _ test: MountebankTest, _ isExistence: Bool
  ) -> (any HTTPStubMatcher)? {
    if value.members != nil || value.elements != nil, !isExistence, test.selector == nil {
      do throws(PatternError) {
        return try MountebankJSONMatcher(expected: value.json, test: test)
      } catch {
        report(
          value, found: "invalid \(error.kind): \(error.reason)",
          remedy: .advice(error.remedy.withoutFullStop))
        return nil
      }
    }
    let found: ValueMatcher?
    if isExistence {
      found = existence(value, in: test)
    } else if value.elements != nil {
      found = list(value) { condition($0, test) }.map { test.isDeep ? .exactly($0) : .includes($0) }
    } else {
      found = condition(value, test).map { test.isDeep ? .exactly([$0]) : $0.orEmpty }
    }
    guard let found else { return nil }
    switch test.selector {
    case nil:
      return PartMatcher(.bodyOrEmpty, found)
    case .jsonPath(let path):
      let selection = MountebankJSONSelection(
        path: path, lowersNames: !test.isKeyCaseSensitive, lowersTexts: test.lowersTexts,
        wantsList: test.isDeep && !isExistence ? value.elements != nil : nil,
        acceptsEmptyList: isExistence && value.scalar?.kind == .bool(true))
      let part = MatchedPart.derived("JSON \(path.text)", id: "mountebank \(selection)") {
        selection.values(in: $0)
      }
      return PartMatcher(part, found)
    case .xpath(let expression, let namespaces):
      let selection = try? XMLSelection(
        expression, namespaces: namespaces, options: .givesFirstText)
      return selection.map { selection in
        let id = "mountebank XML \(expression) \(namespaces.sorted(by: <)) \(test.lowersTexts)"
        let values = MatchedPart.derived("XML \(expression)", id: id) {
          $0.mountebankValues(selection, lowersTexts: test.lowersTexts)
        }
        return PartMatcher(values, found)
      }
    }
  }
}

extension ReceivedRequest {
  /// Whether the body is a form, with or without fields.
  fileprivate var isForm: Bool {
    contentType?.essence == HTTPContentType.formURLEncoded.rawValue && body?.isEmpty == false
  }
}

extension ValueMatcher {
  /// This condition, for which a missing part counts as an empty text.
  fileprivate var orEmpty: ValueMatcher {
    // If the empty text does not match, a text that matches is there.
    let implied = isSynchronous && !accepts([""]) ? [self] : []
    return ValueMatcher(
      description: description, problems: problems, isSynchronous: isSynchronous, implying: implied
    ) { judge($0.isEmpty ? [""] : $0) }
  }

  /// The condition of `exists`, which requires a text that is not empty, or several texts.
  fileprivate static let given = ValueMatcher(
    description: "is there and not empty", isSynchronous: true, implying: [.present]
  ) { $0.isGiven ? .accepted(groups: [:]) : .rejected }

  fileprivate static let notGiven = ValueMatcher(
    description: "is missing or empty", isSynchronous: true
  ) { $0.isGiven ? .rejected : .accepted(groups: [:]) }
}

extension [String] {
  /// Whether there is a text that is not empty, or several texts.
  fileprivate var isGiven: Bool { count > 1 || first?.isEmpty == false }
}

extension JSONValue {
  /// The value as a text, as in JavaScript; JSON text for arrays and objects.
  var javaScriptText: String { string ?? number?.javaScriptText ?? text() }

  /// Whether JavaScript treats the value as true.
  var isTruthy: Bool {
    switch self {
    case .null, .bool(false), .string(""): false
    case .number(let number): number.double != 0
    default: true
    }
  }

  /// The value with its numbers in JavaScript's notation.
  var withJavaScriptNumbers: JSONValue {
    switch self {
    case .number(let number):
      number.double.isFinite ? .number(JSONNumber(text: number.javaScriptText)) : .null
    case .array(let elements): .array(elements.map(\.withJavaScriptNumbers))
    case .object(let object):
      .object(JSONObject(object.members.map { ($0.name, $0.value.withJavaScriptNumbers) }))
    default: self
    }
  }
}

extension JSONNumber {
  /// The number as JavaScript prints it (ECMA-262, Number::toString), which is `10` for `10.0` and
  /// `1e1`.
  var javaScriptText: String {
    let value = double
    guard value.isFinite else { return value < 0 ? "-Infinity" : "Infinity" }
    if value == 0 { return "0" }
    // The description has the fewest digits that identify the number, such as `1.5e-07`.
    let parts = value.magnitude.description.split(separator: "e")
    let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let all = mantissa.joined(separator: "")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let digits = all.drop { $0 == "0" }
    // The number is `0.digits × 10^point`.
    let point = mantissa[0].count + exponent - (all.count - digits.count)
    let sign = value < 0 ? "-" : ""
    return sign + Self.text(of: String(digits.reversed().drop { $0 == "0" }.reversed()), point)
  }

  private static func text(of digits: String, _ point: Int) -> String {
    switch point {
    case digits.count...21:
      return digits + String(repeating: "0", count: point - digits.count)
    case 1...21: return "\(digits.prefix(point)).\(digits.dropFirst(point))"
    case -5...0: return "0." + String(repeating: "0", count: -point) + digits
    default:
      let rest = digits.dropFirst()
      let exponent = point - 1
      return
        "\(digits.prefix(1))\(rest.isEmpty ? "" : ".\(rest)")e\(exponent < 0 ? "" : "+")\(exponent)"
    }
  }
}
