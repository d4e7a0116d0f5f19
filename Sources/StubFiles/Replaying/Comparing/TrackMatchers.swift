import StubCore

extension RequestComparison {
  /// The conditions by which a recording answers a request.
  ///
  /// They are those of ordinary stubs where there are any, as those are found by what they require.
  func matchers(for group: TrackGroup) -> [any HTTPStubMatcher] {
    let (recorded, compared) = (group.request, group.key)
    if group.hidesSecrets { return lenientMatchers(for: recorded) }
    var matchers = urlMatchers(recorded.url, group.url, compared)
    // The stub answers a method that it has responses for, and with those for GET also HEAD.
    if compared.method == .get { matchers.append(HTTPStubMethodMatcher([.get])) }
    if parts.contains(.headers) {
      matchers.append(RecordedHeadersMatcher(recorded.headers, comparison: self))
    }
    for name in namedHeaders { matchers.append(RecordedHeaderMatcher(name, recorded.headers)) }
    if let body = compared.body { matchers.append(matcher(for: body)) }
    for closure in closures {
      matchers.append(RegisteredMatcher(closure: closure, recorded: recorded))
    }
    return matchers
  }

  private func urlMatchers(
    _ text: String, _ url: RequestURL, _ compared: ComparedRequest
  ) -> [any HTTPStubMatcher] {
    var matchers: [any HTTPStubMatcher] = []
    let items = compared.query ?? []
    let countsOrder = items.hasRepeatedName || !ignoredQueryParameters.isEmpty
    let hasWholeQuery = parts.contains(.query) && !countsOrder
    if comparesWholeURL {
      var options: HTTPStubURLMatcher.Options = .ignoreSchemeOnListeners
      if !hasWholeQuery { options.insert(.ignoreQueryParameters) }
      matchers.append(HTTPStubURLMatcher(url, text: text, options: options))
    } else {
      if parts.contains(.scheme), let scheme = url.scheme {
        matchers.append(RecordedSchemeMatcher(scheme))
      }
      if parts.contains(.host), let host = url.host {
        matchers.append(HTTPStubHostMatcher(.equals(host)))
      }
      if parts.contains(.port) { matchers.append(RecordedPortMatcher(url)) }
      if parts.contains(.path), hasWholeQuery {
        matchers.append(HTTPStubURLMatcher(url.pathAndQuery))
      } else if parts.contains(.path) {
        matchers.append(HTTPStubPathMatcher(.equals(url.path)))
      }
    }
    let isQueryLeft = !(hasWholeQuery && parts.contains(.path))
    if parts.contains(.query), isQueryLeft {
      matchers.append(
        RecordedItemsMatcher(.query, items, ignoring: ignoredQueryParameters, comparison: self))
    }
    return matchers
  }

  private func matcher(for body: ComparedRequest.Body) -> any HTTPStubMatcher {
    switch body {
    case .bytes(let data): HTTPStubBodyMatcher(data)
    case .form(let items):
      RecordedItemsMatcher(.form, items, ignoring: ignoredBodyKeys, comparison: self)
    case .json(let value):
      ignoredBodyKeys.isEmpty
        ? HTTPStubJSONMatcher(value) : RecordedJSONMatcher(value, comparison: self)
    }
  }

  private var namedHeaders: [HTTPHeaderName] {
    parts.compactMap { part in if case .header(let name) = part { name } else { nil } }
      .sorted { $0.rawName < $1.rawName }
  }
}

/// `, ignoring a, b` as a remark behind a condition; empty for nothing.
func remark(ignoring names: Set<String>) -> String {
  names.isEmpty ? "" : " (ignoring \(names.sorted().joined(separator: ", ")))"
}
