import StubCore

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
