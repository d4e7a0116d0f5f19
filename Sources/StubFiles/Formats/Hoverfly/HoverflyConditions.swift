import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ValueReader {
  /// The conditions on one part: a list of matchers (schema 5), one by its old key, or plain text.
  mutating func hoverflyConditions(plainIsGlob: Bool) -> [HoverflyCondition] {
    if case .null? = node.scalar?.kind { return [] }
    if let elements = node.elements {
      let texts = elements.compactMap { $0.scalar?.text }
      if !texts.isEmpty, texts.count == elements.count {
        // Schemas before 5 list the values of a header, which are compared together.
        let text = DocumentScalar(.string, text: texts.joined(separator: ";"))
        var whole = ValueReader(DocumentNode(.scalar(text), at: position), path: path)
        return whole.hoverflyConditions(plainIsGlob: plainIsGlob)
      }
      return list { $0.hoverflyConditions(plainIsGlob: plainIsGlob) }?.flatMap { $0 } ?? []
    }
    if node.scalar != nil {
      let condition = plainIsGlob ? hoverflyGlob() : text().map { .exact($0) }
      return condition.map { [$0] } ?? []
    }
    return (node["matcher"] == nil ? hoverflyOldCondition() : hoverflyCondition()) ?? []
  }

  /// `{"matcher": …, "value": …, "config": …, "doMatch": …}`.
  private mutating func hoverflyCondition() -> [HoverflyCondition]? {
    mapping { reader in
      let options = reader.optional("config") { $0.hoverflyArrayOptions() }
      let matcher = reader.required("matcher") { $0.hoverflyMatcher() }
      let more = reader.take("doMatch")
      if let more, more.value.members?.isEmpty == false {
        reader.refuse(more, remedy: "try one matcher for the whole value, such as \"regex\"")
      }
      let value = reader.required("value") { value -> HoverflyCondition? in
        matcher?.read(&value, options ?? HoverflyArrayOptions())
      }
      return value.map { [$0] }
    }
  }

  /// `{"exactMatch": …}` and the like, of which all must hold.
  private mutating func hoverflyOldCondition() -> [HoverflyCondition]? {
    mapping { reader in
      HoverflyMatcher.all.compactMap { matcher in
        guard let key = matcher.oldKey else { return nil }
        return reader.optional(key) { value in
          if case .null? = value.node.scalar?.kind { return nil }
          return matcher.read(&value, HoverflyArrayOptions())
        }
      }
    }
  }

  private mutating func hoverflyMatcher() -> HoverflyMatcher? {
    guard let name = string()?.lowercased() else { return nil }
    if let matcher = HoverflyMatcher.all.first(where: { $0.name == name }) { return matcher }
    if let refused = HoverflyKeys.refusedMatchers.first(where: { $0.name == name }) {
      report(
        found: "the matcher \(Quotation.of(name)), which has no counterpart here",
        remedy: refused.remedy)
      return nil
    }
    return choice(among: HoverflyMatcher.all, named: \.name)
  }

  private mutating func hoverflyArrayOptions() -> HoverflyArrayOptions? {
    if case .null? = node.scalar?.kind { return nil }
    return mapping { reader in
      HoverflyArrayOptions(
        ignoresUnknown: reader.optional("ignoreUnknown") { $0.boolean() } ?? false,
        ignoresOrder: reader.optional("ignoreOrder") { $0.boolean() } ?? false,
        ignoresOccurrences: reader.optional("ignoreOccurrences") { $0.boolean() } ?? false)
    }
  }

  /// A text in which `*` stands for anything, slashes too.
  mutating func hoverflyGlob() -> HoverflyCondition? {
    guard let text = text() else { return nil }
    let parts = text.split(separator: "*", omittingEmptySubsequences: false)
    let pattern = parts.map {
      "\\Q\($0.split(separator: "\\E").joined(separator: "\\E\\\\E\\Q"))\\E"
    }
    .joined(separator: ".*")
    do throws(PatternError) {
      let regex = try RegularExpression(pattern, options: [.fullMatch, .dotMatchesLineSeparators])
      return HoverflyCondition(
        ValueMatcher("is \(Quotation.of(text)), where * is anything") { regex.isMatch($0) })
    } catch {
      report(error)
      return nil
    }
  }

  /// Fields of a form, each with matchers of its own.
  mutating func hoverflyForm() -> HoverflyCondition? {
    var matchers: [any HTTPStubMatcher] = []
    entries { name, value in
      for condition in value.hoverflyConditions(plainIsGlob: false) {
        matchers.append(HTTPStubFormMatcher(name, condition.value))
      }
    }
    let all = HTTPStubCompositeMatcher(.all, of: matchers)
    return HoverflyCondition(ValueMatcher(all.description) { _ in false }, body: all)
  }
}
