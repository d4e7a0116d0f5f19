import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Something that cassettes may say and that not every format has a place for.
package struct CassetteDetail: Sendable {
  /// What is lost, as the object of a sentence.
  let name: String
  /// The cassette as it is without that.
  package let removed: @Sendable (Cassette) -> Cassette

  init(_ name: String, removed: @escaping @Sendable (Cassette) -> Cassette) {
    self.name = name
    self.removed = removed
  }

  /// A detail of single tracks.
  init(_ name: String, inTrack change: @escaping @Sendable (inout Cassette.Track) -> Void) {
    self.init(name) { cassette in
      var cassette = cassette
      for index in cassette.tracks.indices { change(&cassette.tracks[index]) }
      return cassette
    }
  }

  /// A detail of requests.
  init(_ name: String, inRequest change: @escaping @Sendable (inout RecordedRequest) -> Void) {
    self.init(name, inTrack: { change(&$0.request) })
  }

  /// A detail of responses, also of those that an error ended.
  init(_ name: String, inResponse change: @escaping @Sendable (inout RecordedResponse) -> Void) {
    self.init(
      name,
      inTrack: { track in
        switch track.outcome {
        case .response(var response):
          change(&response)
          track.outcome = .response(response)
        case .failure(let failure, var response?):
          change(&response)
          track.outcome = .failure(failure, after: response)
        case .failure(_, nil): break
        }
      })
  }

  /// A detail of the header fields of requests and responses.
  init(_ name: String, inHeaders change: @escaping @Sendable (HTTPHeaders) -> HTTPHeaders) {
    let responses = CassetteDetail(name, inResponse: { $0.headers = change($0.headers) })
    self.init(name) { cassette in
      var cassette = responses.removed(cassette)
      for index in cassette.tracks.indices {
        cassette.tracks[index].request.headers = change(cassette.tracks[index].request.headers)
      }
      return cassette
    }
  }

  /// The sentence that tells of it; `nil` when nothing was lost.
  func loss(from cassette: Cassette, to rest: Cassette, in title: String) -> String? {
    guard cassette != rest else { return nil }
    let total = cassette.tracks.count
    let count =
      rest.tracks.count == total
      ? zip(cassette.tracks, rest.tracks).count { $0 != $1 } : total - rest.tracks.count
    let scope = count == 0 ? "" : " (\(count) of \(total) tracks)"
    return "\(title) has no place for \(name)\(scope)."
  }
}

/// Of the whole cassette, and of when and how fast things came.
extension CassetteDetail {
  static let name = CassetteDetail("the name of the cassette") { cassette in
    var cassette = cassette
    cassette.name = nil
    return cassette
  }

  /// That it was recorded here need not be said.
  static let recorder = CassetteDetail("the name of the tool that recorded it") { cassette in
    var cassette = cassette
    if cassette.recorder != WritableFormat.recorder { cassette.recorder = nil }
    return cassette
  }

  static let times = CassetteDetail(
    "when requests were made", inTrack: { $0.recordedAt = nil })

  static let fractionsOfSeconds = CassetteDetail(
    "fractions of seconds of when requests were made",
    inTrack: { track in
      track.recordedAt = track.recordedAt.map {
        Date(timeIntervalSince1970: max(0, $0.timeIntervalSince1970.rounded(.down)))
      }
    })

  static let missingTimes = CassetteDetail(
    "requests made at an unknown time, for which it says 1970",
    inTrack: { $0.recordedAt = $0.recordedAt ?? Date(timeIntervalSince1970: 0) })

  static let timing = CassetteDetail("how long responses took", inTrack: { $0.timing = nil })

  static let chunks = CassetteDetail(
    "the pieces that bodies came in", inTrack: { $0.timing?.chunks = [] })

  static let overlaps = CassetteDetail("the order of events of requests that overlapped") {
    var cassette = $0
    guard cassette.overlaps else { return cassette }
    for index in cassette.tracks.indices { cassette.tracks[index].place = nil }
    return cassette
  }

  /// Errors without a response and with one.
  static let failures = CassetteDetail("errors; tracks that ended with one are left out") {
    var cassette = $0
    cassette.tracks.removeAll { $0.isFailure }
    return cassette
  }

  static let missingStatuses = CassetteDetail(
    "responses without a status; their tracks are left out"
  ) {
    var cassette = $0
    cassette.tracks.removeAll { track in
      if case .response(let response) = track.outcome { return response.status.rawValue < 100 }
      return false
    }
    return cassette
  }
}

/// Of requests and responses.
extension CassetteDetail {
  static let requestVersions = CassetteDetail(
    "the HTTP version of requests", inRequest: { $0.httpVersion = nil })

  static let responseVersions = CassetteDetail(
    "the HTTP version of responses", inResponse: { $0.httpVersion = nil })

  static let methodCase = CassetteDetail(
    "the letter case of methods",
    inRequest: { $0.method = HTTPMethod(named: $0.method.rawValue.lowercasedASCII()) })

  static let standardMethodCase = CassetteDetail(
    "the letter case of methods", inRequest: { $0.method = HTTPMethod(named: $0.method.rawValue) })

  /// Bodies of requests that are there and empty.
  static let emptyRequestBodies = CassetteDetail(
    "an empty body of a request, which is the same as none",
    inRequest: { if $0.body?.isEmpty ?? false { $0.body = nil } })

  /// The status says the usual one.
  static let reasons = CassetteDetail(
    "reason phrases other than the usual ones",
    inResponse: { if $0.reason != $0.status.reasonPhrase { $0.reason = nil } })

  static let responseURLs = CassetteDetail(
    "the URL that a response came from, after redirects that were not recorded",
    inResponse: { $0.url = nil })

  static let fieldOrder = CassetteDetail(
    "the order of repeated header fields among the others",
    inHeaders: { headers in
      HTTPHeaders(
        headers.groups.flatMap { group in
          group.values.map { HTTPHeaders.Field(name: group.name, value: $0) }
        })
    })

  static let repeatedFields = CassetteDetail(
    "repeated header fields; their values are joined with commas",
    inHeaders: { headers in
      HTTPHeaders(
        headers.groups.map {
          HTTPHeaders.Field(name: $0.name, value: $0.values.joined(separator: ", "))
        })
    })
}

extension Cassette.Track {
  var isFailure: Bool {
    if case .failure = outcome { true } else { false }
  }
}

extension HTTPHeaders {
  /// Each name with its values, in the order of the first ones.
  var groups: [(name: HTTPHeaderName, values: [String])] {
    var groups: [(name: HTTPHeaderName, values: [String])] = []
    var places: [HTTPHeaderName: Int] = [:]
    for field in fields {
      if let place = places[field.name] {
        groups[place].values.append(field.value)
      } else {
        places[field.name] = groups.count
        groups.append((field.name, [field.value]))
      }
    }
    return groups
  }
}

extension Cassette {
  /// Whether a request went out before the response to the one before it had ended.
  var overlaps: Bool {
    var end = -1
    for place in tracks.lazy.compactMap(\.place) {
      if place.request <= end || place.response.lowerBound <= place.request { return true }
      end = place.response.upperBound
    }
    return false
  }
}
