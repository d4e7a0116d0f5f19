import StubCore

/// Tracks whose requests nothing tells apart, in the order of the tape.
struct TrackGroup {
  let request: RecordedRequest
  /// Whether there is a placeholder in the request; they are all equal in `url` and `key`.
  let hidesSecrets: Bool
  let url: RequestURL
  let key: ComparedRequest
  var tracks: [Int]

  init(_ request: RecordedRequest, _ comparison: RequestComparison, track: Int) {
    self.request = request
    hidesSecrets = request.hidesSecrets
    let received = (hidesSecrets ? request.withEqualPlaceholders : request).received
    url = received.target
    key = ComparedRequest(received, comparison)
    tracks = [track]
  }
}

/// The tracks of a cassette in groups, in the order of the first track of each.
struct TrackGroups {
  private(set) var groups: [TrackGroup] = []
  private var places: [ComparedRequest: [Int]] = [:]
  private let comparison: RequestComparison

  init(_ tracks: [Cassette.Track], _ comparison: RequestComparison) {
    self.comparison = comparison
    places.reserveCapacity(tracks.count)
    for (number, track) in tracks.enumerated() { add(track.request, number) }
  }

  private mutating func add(_ request: RecordedRequest, _ number: Int) {
    let group = TrackGroup(request, comparison, track: number)
    let known = places[group.key, default: []]
    if let place = known.first(where: { agrees(groups[$0].request, request) }) {
      groups[place].tracks.append(number)
    } else {
      places[group.key, default: []].append(groups.count)
      groups.append(group)
    }
  }

  /// Whether the registered closures take the one recorded request for the other.
  private func agrees(_ recorded: RecordedRequest, _ other: RecordedRequest) -> Bool {
    if comparison.closures.isEmpty { return true }
    let received = other.received
    return comparison.closures.allSatisfy { $0.accepts(recorded, received) }
  }

  /// Groups that only the scheme tells apart, which a listener cannot, as one with all their tracks.
  var mergedOnListeners: [TrackGroup] {
    guard groups.contains(where: { $0.key.scheme != groups[0].key.scheme }) else { return [] }
    var order: [ComparedRequest] = []
    var merged: [ComparedRequest: [TrackGroup]] = [:]
    for group in groups {
      let key = group.key.withoutScheme(group.url)
      if merged[key] == nil { order.append(key) }
      merged[key, default: []].append(group)
    }
    return order.compactMap { key in
      guard let parts = merged[key], parts.count > 1,
        parts.allSatisfy({ agrees(parts[0].request, $0.request) })
      else { return nil }
      var whole = parts[0]
      whole.tracks = parts.flatMap(\.tracks).sorted()
      return whole
    }
  }
}
