package import StubCassettes
package import StubCore
package import StubDocuments

/// A check of stub files, which finds errors, and rules that are valid but probably not intended.
package struct RuleCheck: Sendable {
  package let rules: RuleSet
  /// The errors of reading, and the warnings of the checks except those about secrets.
  package private(set) var diagnostics: DiagnosticList
  /// The warnings about secrets, one for each kind of token or name of a value in a file.
  package let secrets: DiagnosticList
  /// The number of values that look like secrets.
  package let secretCount: Int
  /// The bodies of recordings that were not searched for secrets.
  package let unsearched: [UnsearchedBody]

  /// Checks stub files, and the stub files in folders.
  ///
  /// Values with the names in `keeping` do not count as secrets.
  package init(
    of paths: [String], environment: EnvironmentVariables = .process, keeping names: [String] = [],
    context: RuleContext = RuleContext(), progress: LoadingProgress.Observer? = nil
  ) {
    let finder = RuleFileFinder(paths, formats: context.formats)
    var reader = RuleFileReader(variables: environment, keepsOutlines: true)
    reader.draft.use(context)
    reader.read(paths: finder.files, progress: progress)
    reader.readCassettesOfSettings(progress: progress)
    self.init(reader, finder, keeping: names)
    for finding in Self.silentPaths(paths, reader.emptyFiles, context.formats) {
      diagnostics.append(finding)
    }
  }

  init(
    _ reader: RuleFileReader, _ finder: RuleFileFinder = RuleFileFinder([]),
    keeping names: [String] = []
  ) {
    rules = RuleSet(reader, finder)
    var diagnostics = rules.diagnostics
    let formats = reader.draft.scope.formats
    var secretCheck = SecretCheck(keeping: names)
    for document in reader.documents {
      let isOfTool = formats.tool(of: document) != nil
      for check in DocumentCheck.all where !(check.isOnlyForRules && isOfTool) {
        check.run(document, &diagnostics)
      }
      secretCheck.run(document)
    }
    secretCheck.run(reader.draft.cassettes)
    (secrets, secretCount) = (secretCheck.found, secretCheck.count)
    unsearched = secretCheck.unsearched
    for path in finder.foreign {
      if let warning = formats.warning(about: path) { diagnostics.append(warning) }
    }
    for check in StubCheck.all { check.run(reader.draft.outlines ?? [], &diagnostics) }
    self.diagnostics = diagnostics
  }
}

/// A check for suspicious values in one document.
struct DocumentCheck: Sendable {
  /// Whether files of other tools are not checked.
  var isOnlyForRules = false
  let run: @Sendable (Value, inout DiagnosticList) -> Void

  /// All checks of documents; to add one, write a value and add its name to this list.
  static let all: [DocumentCheck] = [.patterns, .contents]
}

/// A check for suspicious stubs, alone or in combination with others.
struct StubCheck: Sendable {
  let run: @Sendable ([StubOutline], inout DiagnosticList) -> Void

  /// All checks of stubs; to add one, write a value and add its name to this list.
  static let all: [StubCheck] = [.silence, .reachability]
}

/// A stub together with its text in the file, for checks.
package struct StubOutline: Sendable {
  package let stub: HTTPStub
  package let node: Value
  private let makeConditions: @Sendable () -> StubConditions

  /// Creates an outline whose conditions are found on demand, as only checks need them.
  package init(
    stub: HTTPStub, node: Value, conditions: @escaping @Sendable @autoclosure () -> StubConditions
  ) {
    (self.stub, self.node, makeConditions) = (stub, node, conditions)
  }

  package var conditions: StubConditions { makeConditions() }
}

/// The conditions of a stub in the form in which its file contains them.
package enum StubConditions: Sendable {
  /// The conditions are under `match` of a rule file.
  ///
  /// The base URL is prepended to a URL that is only a path; file names are relative to the folder.
  case rule(baseURL: String?, folder: FileFolder)
  /// The conditions are keys of another tool's format, which must all match.
  ///
  /// For the keys in `entriesOf`, each entry is a condition.
  case members([Value.Member], entriesOf: Set<String> = [])
  /// The conditions are the elements of a list, which must all match.
  case elements([Value])
}

extension StubCheck {
  /// The check for stubs that can never answer any request.
  static let silence = StubCheck { outlines, diagnostics in
    for outline in outlines {
      if outline.stub.responses.isEmpty {
        diagnostics.append(
          FileDiagnostic(
            .warning, at: outline.node.position,
            found: "this stub has no response", remedy: "add respond: { status: 200 }"))
      } else if outline.stub.limit == 0 {
        diagnostics.append(
          FileDiagnostic(
            .warning, at: outline.node["times"]?.position ?? outline.node.position,
            found: "this stub never answers", remedy: "remove it, or \"times\""))
      } else if let methods = outline.stub.unansweredMethods {
        let names = methods.map(\.rawValue).joined(separator: ", ")
        diagnostics.append(
          FileDiagnostic(
            .warning, at: outline.node["match"]?["method"]?.position ?? outline.node.position,
            found: "this stub matches only \(names), but has responses only for other methods",
            remedy: "remove \"method\": the keys of \"respond\" are enough"))
      }
    }
  }
}

extension HTTPStub {
  /// The methods that a matcher of the stub requires and for which the stub has no response.
  ///
  /// `nil` if it has a response for at least one method of each matcher.
  fileprivate var unansweredMethods: [HTTPMethod]? {
    if responses[ResponseKey(method: nil)] != nil { return nil }
    return matchers.lazy.compactMap(\.methods).first { !$0.contains(where: isAnswered) }
  }

  /// Returns whether the stub has a response for the method; a response for GET also answers HEAD.
  private func isAnswered(_ method: HTTPMethod) -> Bool {
    responses[ResponseKey(method: method)] != nil
      || (method == .head && responses[ResponseKey(method: .get)] != nil)
  }
}

/// One condition of a stub, by which stubs are compared.
///
/// A stub with fewer conditions accepts at least the same requests.
package struct MatchUnit: Hashable {
  package let name: String
  package let value: JSONValue

  package static func == (left: MatchUnit, right: MatchUnit) -> Bool {
    left.name.hasSameScalars(as: right.name) && left.value == right.value
  }
}

extension StubOutline {
  /// The conditions of the stub, which must all match, as separate units.
  package var units: Set<MatchUnit> {
    switch conditions {
    case .rule(let baseURL, let folder): ruleUnits(baseURL, folder)
    case .members(let members, let listed): Set(members.flatMap { $0.units(entriesOf: listed) })
    case .elements(let elements): Set(elements.map { MatchUnit(name: "", value: $0.json) })
    }
  }

  private func ruleUnits(_ baseURL: String?, _ folder: FileFolder) -> Set<MatchUnit> {
    let base = (baseURL ?? "") as String
    var units: Set<MatchUnit> = []
    for member in node["match"]?.members ?? [] {
      switch member.key {
      case "headers":
        for field in member.value.members ?? [] {
          let name = "headers/\(field.key.lowercasedASCII())"
          units.insert(MatchUnit(name: name, value: field.value.json))
        }
      case "query", "cookies", "form", "jsonPath":
        for item in member.value.members ?? [] {
          units.insert(MatchUnit(name: "\(member.key)/\(item.key)", value: item.value.json))
        }
      case "url", "uri":
        units.insert(
          MatchUnit(
            name: member.key,
            value: [member.value.json, .string(base), node["match"]?["urlOptions"]?.json ?? nil]))
      case "json":
        units.insert(
          MatchUnit(
            name: member.key,
            value: [member.value.json, node["match"]?["jsonOptions"]?.json ?? nil]))
      case "xpath":
        for item in member.value.members ?? [] {
          units.insert(
            MatchUnit(
              name: "xpath/\(item.key)",
              value: [item.value.json, node["match"]?["namespaces"]?.json ?? nil]))
        }
      case "urlOptions", "jsonOptions", "namespaces": continue
      default:
        // The meaning of a URL that is only a path, and of a file name, depends on the rule file.
        let value = member.value
        let place: JSONValue = [
          value.hasKey(among: ["url", "uri"]) ? .string(base) : nil,
          value.hasKey(among: ["file"]) ? .string(folder.path) : nil,
        ]
        units.insert(MatchUnit(name: member.key, value: [value.json, place]))
      }
    }
    return units
  }
}

extension Value {
  /// Returns whether the value contains, at any depth, a mapping with one of the keys.
  fileprivate func hasKey(among keys: Set<String>) -> Bool {
    if let elements { return elements.contains { $0.hasKey(among: keys) } }
    return (members ?? []).contains { keys.contains($0.key) || $0.value.hasKey(among: keys) }
  }
}

extension Value.Member {
  /// Returns the condition; for keys in `listed`, one condition for each entry.
  ///
  /// Only the names of header fields ignore letter case. The names get a prefix, because keys with
  /// the same name in rule files have another meaning.
  fileprivate func units(entriesOf listed: Set<String>) -> [MatchUnit] {
    let key = "their \(self.key)"
    guard listed.contains(self.key) else { return [MatchUnit(name: key, value: value.json)] }
    if let elements = value.elements {
      return elements.map { MatchUnit(name: key, value: $0.json) }
    }
    return (value.members ?? []).map { entry in
      let name = self.key == "headers" ? entry.key.lowercasedASCII() : entry.key
      return MatchUnit(name: "\(key)/\(name)", value: entry.value.json)
    }
  }
}
