public import StubCore

extension Cassette {
  /// The cassette as stubs: one for each group of tracks whose requests are told apart by nothing.
  ///
  /// The tracks of a group answer in the order they were recorded, the last of them repeatedly.
  public var stubs: [HTTPStub] {
    var groups: [RequestKey: [Track]] = [:]
    var order: [RequestKey] = []
    for track in tracks {
      let key = RequestKey(track.request)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(track)
    }
    // Of stubs with one priority the last is asked first.
    return order.reversed().map { key in stub(key, groups[key] ?? []) }
  }

  private func stub(_ key: RequestKey, _ tracks: [Track]) -> HTTPStub {
    let origin = tracks[0].origin
    let request = HTTPStubRequest(file: origin?.file ?? "cassette", line: origin?.line ?? 0)
    request.name = name
    request.match(HTTPStubURLMatcher(key.url))
    request.responses[ResponseKey(method: key.method)] = ResponseScript(
      responders: tracks.map { TrackResponder(track: $0) })
    return request.snapshot
  }
}

/// What tells recorded requests apart.
private struct RequestKey: Hashable {
  let method: HTTPMethod
  let url: String

  init(_ request: RecordedRequest) {
    method = request.method
    url = request.url
  }
}
