import StubCore

/// One condition of a match: a stub with fewer of them accepts no fewer requests.
struct MatchUnit: Hashable {
  let name: String
  let value: JSONValue
}

extension StubOutline {
  /// The conditions of the match, taken apart as far as they are combined with AND.
  var units: Set<MatchUnit> {
    switch conditions {
    case .rule(let baseURL): ruleUnits(baseURL)
    case .members(let members, let listed): Set(members.flatMap { $0.units(entriesOf: listed) })
    case .elements(let elements): Set(elements.map { MatchUnit(name: "", value: $0.json) })
    }
  }

  private func ruleUnits(_ baseURL: String?) -> Set<MatchUnit> {
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
        let base = (baseURL ?? "") as String
        units.insert(
          MatchUnit(
            name: member.key,
            value: [member.value.json, .string(base), node["match"]?["options"]?.json ?? nil]))
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
      case "options", "jsonOptions", "namespaces": continue
      default: units.insert(MatchUnit(name: member.key, value: member.value.json))
      }
    }
    return units
  }
}

extension DocumentMember {
  /// The condition, or one for each of its entries; only names of header fields have no case.
  ///
  /// Keys that rule files have too mean other things there.
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
