import StubCore
import StubDocuments
import StubPlatform

extension WritableFormat {
  /// The format BeKindRewind, which is written with a scene for each interaction and keys in
  /// alphabetical order.
  package static let beKindRewind = WritableFormat(
    "BeKindRewind", name: "bekindrewind", fileExtensions: ["plist"],
    losses: [
      .name, .otherRecorder, .missingStatuses, .overlaps, .missingTimes, .unknownTiming,
      .unknownChunks, .bodilessEnds, .fractionsOfMicroseconds, .requestVersions, .responseVersions,
      .reasons, .standardMethodCase, .emptyRequestBodies, .unkeyedErrorDetails, .nullErrorDetails,
      .controlCharacters,
    ] + Loss.joinedFields, storesOriginals: true
  ) { cassette in
    let start = cassette.interactions.first?.recordedAt ?? Date(timeIntervalSince1970: 0)
    var members: [(key: String, value: PropertyListTree)] = [
      ("creationDate", .date(start)),
      ("scenes", .array(cassette.interactions.enumerated().map { scene($1, number: $0) })),
    ]
    if let version = cassette.recorder?.split(separator: " ").last {
      members.append(("version", .string(String(version))))
    }
    return PropertyListText.data(.dictionary(members))
  }

  private static func scene(_ interaction: Interaction, number: Int) -> PropertyListTree {
    let id = identifier(number)
    let frames = interaction.frames.map { members in
      let all = members + [("uniqueIdentifier", .string(id))]
      return PropertyListTree.dictionary(all.sorted { $0.key < $1.key })
    }
    return .dictionary([("frames", .array(frames)), ("uniqueIdentifier", .string(id))])
  }

  /// Returns an identifier that is the same whenever the cassette is written (RFC 9562 §5.8).
  static func identifier(_ index: Int) -> String {
    let digits = String(index + 1, radix: 16, uppercase: true)
    let zeros = String(repeating: "0", count: max(0, 12 - digits.count))
    return "00000000-0000-8000-8000-\(zeros)\(digits)"
  }
}

extension Interaction {
  fileprivate typealias Members = [(key: String, value: PropertyListTree)]

  /// The events of the interaction in chronological order.
  fileprivate var frames: [Members] {
    let start = recordedAt?.timeIntervalSince1970 ?? 0
    let head = start + (timing?.wait.seconds ?? 0)
    var frames = [
      (originalRequest ?? request).frame("BKROriginalRequestFrame", at: start),
      request.frame("BKRCurrentRequestFrame", at: start),
    ]
    var end = head
    if let response {
      frames.append(response.frame(at: head, of: request))
      var rest = response.body[...]
      for chunk in timing?.chunks ?? [] {
        end = head + chunk.at.seconds
        let data = Data(rest.prefix(chunk.count))
        frames.append(Self.frame("BKRDataFrame", at: end) + [("data", .data(data))])
        rest = rest.dropFirst(chunk.count)
      }
    }
    if let failure {
      frames.append(
        Self.frame("BKRErrorFrame", at: end) + [
          ("code", .integer(Int64(failure.code))), ("domain", .string(failure.domain)),
          ("userInfo", PropertyListTree(.object(failure.userInfo)) ?? .dictionary([])),
        ])
    }
    return frames
  }

  fileprivate static func frame(_ name: String, at time: Double) -> Members {
    [("class", .string(name)), ("creationDate", .real(time))]
  }
}

extension RecordedRequest {
  fileprivate func frame(_ name: String, at time: Double) -> Interaction.Members {
    let members: Interaction.Members = [
      ("HTTPMethod", .string(method.rawValue)), ("HTTPShouldHandleCookies", .boolean(true)),
      ("HTTPShouldUsePipelining", .boolean(false)), ("URL", .string(url)),
      ("allHTTPHeaderFields", headers.propertyList), ("allowsCellularAccess", .boolean(true)),
      ("timeoutInterval", .real(60)),
    ]
    return Interaction.frame(name, at: time) + members
      + (body.map { [("HTTPBody", .data($0))] } ?? [])
  }
}

extension RecordedResponse {
  fileprivate func frame(at time: Double, of request: RecordedRequest) -> Interaction.Members {
    Interaction.frame("BKRResponseFrame", at: time) + [
      ("URL", .string(url ?? request.url)), ("allHeaderFields", headers.propertyList),
      ("statusCode", .integer(Int64(status.rawValue))),
    ]
  }
}

extension HTTPHeaders {
  fileprivate var propertyList: PropertyListTree {
    .dictionary(joinedFields.map { ($0.name.rawName, .string($0.value)) })
  }
}

extension Loss {
  /// The name of the recording tool, because the file has only a version, which implies
  /// BeKindRewind.
  fileprivate static let otherRecorder = Loss("the recording tool's name") { cassette in
    if cassette.recorder?.hasPrefix("BeKindRewind ") ?? false { return nil }
    defer { cassette.recorder = nil }
    return [nil, WritableFormat.recorder].contains(cassette.recorder) ? nil : 0
  }

  fileprivate static let unknownTiming = Loss(
    "unknown response times; they become 0", of: \.timing
  ) { $0 = $0 ?? RecordedTiming(wait: .zero) }

  /// The times of chunks, because each data frame has a time: without known times, the whole body
  /// is one frame.
  fileprivate static let unknownChunks = Loss(
    "unknown chunks of bodies; a body becomes one", of: \.self,
    change: { interaction in
      guard let timing = interaction.timing, let body = interaction.response?.body else { return }
      var left = body.count
      var chunks: [ResponseTiming.ScriptedChunk] = []
      for chunk in timing.chunks where left > 0 && chunk.count > 0 {
        let count = min(chunk.count, left)
        chunks.append(.init(at: max(chunk.at, chunks.last?.at ?? .zero), count: count))
        left -= count
      }
      if left > 0 {
        let end = max(timing.receive, chunks.last?.at ?? .zero)
        chunks.append(ResponseTiming.ScriptedChunk(at: end, count: left))
      }
      interaction.timing?.chunks = chunks
    })

  fileprivate static let bodilessEnds = Loss(
    "the end of responses after their last byte", of: \.timing
  ) { timing in
    let end = timing?.chunks.last?.at ?? .zero
    timing?.receive = end
  }

  fileprivate static let fractionsOfMicroseconds = Loss(
    "fractions of microseconds of response times", of: \.timing
  ) { timing in
    timing = timing.map { timing in
      RecordedTiming(
        wait: timing.wait.roundedToMicroseconds, receive: timing.receive.roundedToMicroseconds,
        chunks: timing.chunks.map {
          ResponseTiming.ScriptedChunk(at: $0.at.roundedToMicroseconds, count: $0.count)
        })
    }
  }
}

extension Duration {
  fileprivate var roundedToMicroseconds: Duration {
    .microseconds((self + .nanoseconds(500)).wholeMicroseconds)
  }
}

extension Loss {
  /// Control characters in header fields, for formats in XML, which does not allow them.
  static let controlCharacters = Loss(
    "control characters in header fields; they become U+FFFD",
    ofHeaders: { headers in
      headers = HTTPHeaders(headers.fields.map { $0.with(PropertyListText.storable($0.value)) })
    })
}
