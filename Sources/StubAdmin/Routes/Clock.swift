import StubCore
import StubFiles
import StubLanguages
import StubServer

/// Routes for the clock of responses, and for the seed of random values.
extension AdminRoute {
  static let clock: [AdminRoute] = [
    AdminRoute(
      .get, "/clock", "Show the time that responses go by", answers: [(200, .json(.named("Clock")))]
    ) { _, admin throws(AdminRefusal) in .json(try admin.clock().form) },
    AdminRoute(
      .put, "/clock", "Hold the clock, with all responses that wait, or let it run",
      body: .json(.object(["held": .flag])), answers: [(200, .json(.named("Clock")))]
    ) { request, admin throws(AdminRefusal) in
      let clock = try admin.clockToChange()
      let isHeld = try request.neededFlag("held")
      if isHeld { clock.hold() } else { clock.release() }
      return .json(clock.form)
    },
    AdminRoute(
      .post, "/clock/advance", "Move the clock forward; what falls due is sent at once",
      body: .json(.object(["by": .duration])), answers: [(200, .json(.named("Clock")))]
    ) { request, admin throws(AdminRefusal) in
      let clock = try admin.clockToChange()
      clock.advance(by: try request.duration("by"))
      return .json(clock.form)
    },
    AdminRoute(
      .get, "/seed", "Show the seed of random values",
      answers: [(200, .json(.object(["seed": .integer])))]
    ) { _, admin in .json(admin.seedForm) },
    AdminRoute(
      .put, "/seed", "Begin the random values of a seed, as serve --seed does",
      body: .json(.object(["seed": .count(upTo: Int(UInt32.max))])),
      answers: [(200, .json(.object(["seed": .integer])))]
    ) { request, admin throws(AdminRefusal) in
      let seed = try request.object()["seed"]?.number?.integer
      guard let seed, (0...Int(UInt32.max)).contains(seed) else {
        throw AdminRefusal(
          unprocessable: "seed must be a whole number from 0 to \(UInt32.max)",
          "send {\"seed\": 7}", pointer: "/seed")
      }
      admin.stubs.templateEnvironment.random.restart(seed: UInt64(seed))
      return .json(admin.seedForm)
    },
  ]
}

extension AdminSchema {
  /// The schema of a duration in the form of rule files.
  fileprivate static let duration = AdminSchema([
    "oneOf": [
      ["type": "string", "pattern": "^[0-9]{1,6}(us|ms|s|m|min|h)$"],
      ["type": "number", "minimum": 0, "maximum": 1_000_000],
    ],
    "description": "such as 250ms, 1.5s, 2m or 1h; a number is seconds",
  ])
}

extension AdminRequest {
  /// Returns the duration in the member `name` of the JSON body.
  fileprivate func duration(_ name: String) throws(AdminRefusal) -> Duration {
    let value = try object()[name]
    let text = value?.string ?? value?.number?.description
    guard let text, let duration = Duration(ruleText: text) else {
      throw AdminRefusal(
        unprocessable: "\(name) must be a time", "use 250ms, 1.5s, 2m, 1h or a number of seconds",
        pointer: "/\(name)")
    }
    return duration
  }
}

extension Admin {
  /// Returns the listener's clock.
  ///
  /// - Throws: a refusal if the API has no listener.
  fileprivate func clock() throws(AdminRefusal) -> ListenerClock {
    try neededListener(whose: "clock could be set").clock
  }

  /// Returns the listener's clock in order to change it.
  ///
  /// - Throws: a refusal in a session, because all sessions share the clock.
  fileprivate func clockToChange() throws(AdminRefusal) -> ListenerClock {
    if let session {
      throw AdminRefusal(
        409, code: 409,
        "the session \(session.quoted) cannot change the clock, which is that of all",
        detail: "change it without the session")
    }
    return try clock()
  }

  fileprivate var seedForm: JSONValue {
    ["seed": .number(JSONNumber(Int(clamping: stubs.templateEnvironment.random.seed)))]
  }
}

extension ListenerClock {
  fileprivate var form: JSONValue {
    [
      "held": .bool(isHeld),
      "aheadMilliseconds": .number(JSONNumber(Int((lead / .milliseconds(1)).rounded()))),
      "date": .string(WireMockDate.text(date)),
    ]
  }
}
