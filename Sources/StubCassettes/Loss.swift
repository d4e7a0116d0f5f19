package import StubCore
package import StubPlatform

/// A detail that cassettes may contain, but some formats cannot store.
package struct Loss: Sendable {
  /// The name of the detail, which follows "HAR cannot store …" and similar words in messages.
  private let name: String
  /// Removes the detail from a cassette.
  ///
  /// It returns the number of changed interactions, 0 if only the cassette itself changed, and
  /// `nil` if nothing did.
  package let remove: @Sendable (inout Cassette) -> Int?

  package init(_ name: String, remove: @escaping @Sendable (inout Cassette) -> Int?) {
    self.name = name
    self.remove = remove
  }

  /// Removes the detail from a cassette.
  ///
  /// - Returns: a sentence about the loss; `nil` if the cassette did not have the detail.
  package func take(from cassette: inout Cassette, in title: String) -> String? {
    let total = cassette.interactions.count
    return remove(&cassette).map { count in
      let scope = count == 0 ? "" : " (\(count) of \(total) interactions)"
      return "\(title) cannot store \(name)\(scope)."
    }
  }
}

/// The losses of parts of interactions, each found by comparing a part before and after the
/// removal.
extension Loss {
  /// Creates a loss from a function that removes the detail from an interaction.
  ///
  /// `change` returns whether the interaction had the detail.
  private init(_ name: String, inEach change: @escaping @Sendable (inout Interaction) -> Bool) {
    self.init(name) { cassette in
      var count = 0
      for index in cassette.interactions.indices where change(&cassette.interactions[index]) {
        count += 1
      }
      return count == 0 ? nil : count
    }
  }

  package init<Part: Equatable & SendableMetatype>(
    _ name: String, of part: any WritableKeyPath<Interaction, Part> & Sendable,
    change: @escaping @Sendable (inout Part) -> Void
  ) {
    self.init(name, inEach: { Self.changes(&$0[keyPath: part], change) })
  }

  package init<Part: Equatable & SendableMetatype>(
    _ name: String, ofRequest part: any WritableKeyPath<RecordedRequest, Part> & Sendable,
    change: @escaping @Sendable (inout Part) -> Void
  ) {
    self.init(name, inEach: { Self.changes(&$0.request[keyPath: part], change) })
  }

  package init<Part: Equatable & SendableMetatype>(
    _ name: String, ofResponse part: any WritableKeyPath<RecordedResponse, Part> & Sendable,
    change: @escaping @Sendable (inout Part) -> Void
  ) {
    self.init(
      name,
      inEach: { interaction in
        guard var response = interaction.response else { return false }
        defer { interaction.response = response }
        return Self.changes(&response[keyPath: part], change)
      })
  }

  /// Creates a loss from a function that removes the detail from header fields.
  package init(_ name: String, ofHeaders change: @escaping @Sendable (inout HTTPHeaders) -> Void) {
    self.init(
      name,
      inEach: { interaction in
        let isOfRequest = Self.changes(&interaction.request.headers, change)
        guard var response = interaction.response else { return isOfRequest }
        defer { interaction.response = response }
        return Self.changes(&response.headers, change) || isOfRequest
      })
  }

  /// Creates a loss of the spelling of field names, such as letter case, which a comparison of
  /// fields ignores.
  ///
  /// `spelling` returns the names of all fields, in order, as the format stores them.
  private init(_ name: String, spelling: @escaping @Sendable (HTTPHeaders) -> [HTTPHeaderName]) {
    let spell = { @Sendable (headers: inout HTTPHeaders) -> Bool in
      let old = headers.fields
      let names = spelling(headers)
      headers = HTTPHeaders(
        zip(names, old).map { HTTPHeaders.Field(name: $0, value: $1.value) })
      return zip(names, old).contains { $0.rawName != $1.name.rawName }
    }
    self.init(
      name,
      inEach: { interaction in
        let isOfRequest = spell(&interaction.request.headers)
        guard var response = interaction.response else { return isOfRequest }
        defer { interaction.response = response }
        return spell(&response.headers) || isOfRequest
      })
  }

  /// Creates a loss from a function that removes the detail from a body.
  ///
  /// The function also gets the `Content-Type` of the body.
  package init(_ name: String, ofBodies change: @escaping @Sendable (inout Data, String?) -> Void) {
    self.init(
      name,
      inEach: { interaction in
        var isLost = false
        if var body = interaction.request.body {
          let type = interaction.request.headers[.contentType]
          isLost = Self.changes(&body) { change(&$0, type) }
          interaction.request.body = body
        }
        guard var response = interaction.response else { return isLost }
        defer { interaction.response = response }
        let type = response.headers[.contentType]
        return Self.changes(&response.body) { change(&$0, type) } || isLost
      })
  }

  /// Creates a loss of whole interactions.
  package init(_ name: String, leavingOut isLost: @escaping @Sendable (Interaction) -> Bool) {
    self.init(name) { cassette in
      let total = cassette.interactions.count
      cassette.interactions.removeAll(where: isLost)
      let count = total - cassette.interactions.count
      return count == 0 ? nil : count
    }
  }

  private static func changes<Part: Equatable & SendableMetatype>(
    _ part: inout Part, _ change: (inout Part) -> Void
  ) -> Bool {
    let old = part
    change(&part)
    return part != old
  }
}

/// The losses of the cassette's name and recorder, of times, and of whole interactions.
extension Loss {
  package static let name = Loss("the cassette's name") { cassette in
    defer { cassette.name = nil }
    return cassette.name == nil ? nil : 0
  }

  /// The name of the recording tool; this project's own name is no loss.
  package static let recorder = Loss("the recording tool's name") { cassette in
    guard let recorder = cassette.recorder, recorder != WritableFormat.recorder else { return nil }
    cassette.recorder = nil
    return 0
  }

  static let tests = Loss("the names of tests", of: \.test) { $0 = nil }

  package static let times = Loss("request dates", of: \.recordedAt) { $0 = nil }

  static let fractionsOfSeconds = Loss("fractions of seconds of request dates", of: \.recordedAt) {
    $0 = $0.map { Date(timeIntervalSince1970: max(0, $0.timeIntervalSince1970.rounded(.down))) }
  }

  static let missingTimes = Loss("unknown request dates; they become 1970", of: \.recordedAt) {
    $0 = $0 ?? Date(timeIntervalSince1970: 0)
  }

  package static let timing = Loss("response times", of: \.timing) { $0 = nil }

  package static let chunks = Loss("the chunks of bodies", of: \.timing) { $0?.chunks = [] }

  package static let overlaps = Loss("the order of overlapping requests") { cassette in
    guard cassette.overlaps else { return nil }
    return Loss("", of: \.position) { $0 = nil }.remove(&cassette)
  }

  /// Recorded errors, whose interactions are left out, even those with a response.
  static let failures = Loss(
    "errors; interactions with one are left out", leavingOut: { $0.failure != nil })

  package static let missingStatuses = Loss(
    "responses without a status; their interactions are left out",
    leavingOut: { $0.failure == nil && $0.response?.status.rawValue ?? 0 < 100 })
}

/// The losses of details of requests and responses.
extension Loss {
  package static let requestVersions = Loss("HTTP versions of requests", ofRequest: \.httpVersion) {
    $0 = nil
  }

  package static let responseVersions = Loss(
    "HTTP versions of responses", ofResponse: \.httpVersion
  ) {
    $0 = nil
  }

  /// The compression of bodies, for formats whose tools play the stored body unchanged.
  static let compression = Loss(
    "the compression of bodies; they are stored decompressed", of: \.self
  ) { interaction in
    if let body = interaction.request.body {
      interaction.request.body = interaction.request.headers.decode(body)
    }
    if var response = interaction.response {
      response.body = response.headers.decode(response.body)
      interaction.response = response
    }
  }

  /// The letter case of methods, for formats that store all methods in lower case.
  static let methodCase = Loss("the letter case of methods", ofRequest: \.method) {
    $0 = HTTPMethod(rawValue: $0.rawValue.uppercasedASCII())
  }

  package static let standardMethodCase = Loss("the letter case of methods", ofRequest: \.method) {
    $0 = HTTPMethod(named: $0.rawValue)
  }

  /// Request bodies that exist but are empty.
  package static let emptyRequestBodies = Loss("empty request bodies", ofRequest: \.body) {
    if $0?.isEmpty ?? false { $0 = nil }
  }

  /// Unusual reason phrases; the usual phrase is no loss, because it follows from the status.
  static let reasons = Loss(
    "unusual reason phrases", ofResponse: \.self,
    change: { if $0.reason != $0.status.reasonPhrase { $0.reason = nil } })

  package static let responseURLs = Loss(
    "the URL of a response after redirects that were not recorded", ofResponse: \.url
  ) { $0 = nil }

  /// Original requests, for formats that store only one version of a request.
  static let originalRequests = Loss(
    "requests as they were before the system changed them", of: \.originalRequest
  ) { $0 = nil }

  /// The details of fields that are lost in formats with a list of values for each field name.
  package static let groupedFields = [nameCase, fieldOrder]
  /// The details of fields that are lost in formats with one value for each field name.
  static let joinedFields = [nameCase, repeatedFields]

  private static let nameCase = Loss(
    "the letter case of repeated header names",
    spelling: { headers in
      let first = Dictionary(
        headers.fields.map { ($0.name, $0.name) }, uniquingKeysWith: { first, _ in first })
      return headers.fields.map { first[$0.name] ?? $0.name }
    })

  static let contentTypeCase = Loss(
    "the letter case of Content-Type",
    spelling: { $0.fields.map { $0.name == .contentType ? .contentType : $0.name } })

  static let fieldOrder = Loss(
    "the order of repeated header fields among the others",
    ofHeaders: { headers in
      headers = HTTPHeaders(
        headers.groups.flatMap { group in
          group.values.map { HTTPHeaders.Field(name: group.name, value: $0) }
        })
    })

  /// Repeated header fields; joined cookies are no loss, because reading separates them again.
  package static let repeatedFields = Loss(
    "repeated header fields; their values are joined with commas",
    ofHeaders: { headers in
      headers = HTTPHeaders(headers.joinedFields).withSeparateCookies
    })
}

extension Cassette {
  /// Whether any request was sent before the response to an earlier request had ended.
  package var overlaps: Bool {
    var end = -1
    for place in interactions.lazy.compactMap(\.position) {
      if place.request <= end || place.response.lowerBound <= place.request { return true }
      end = place.response.upperBound
    }
    return false
  }
}
