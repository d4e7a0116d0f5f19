import StubCore

/// What stands beside the type of a fault that comes before any request.
struct ListenerFaultDraft {
  var delay: Duration?
  var serverName: String?
  var first: Int?
  var probability = 1.0
  var duration: Duration?
}

extension RuleKey where Target == ListenerFaultDraft {
  static var delay: Self {
    Self("delay", "How long nothing happens at first.", .duration, example: "2s") { value, fault in
      fault.delay = value.duration()
    }
  }

  static var serverName: Self {
    Self(
      "serverName", "Only clients that ask for a server by this name meet the fault.", .string,
      example: "old.example"
    ) { value, fault in fault.serverName = value.string() }
  }

  static var first: Self {
    Self("first", "Only that many meet the fault, then all is well.", .integer(from: 0), example: 3)
    { value, fault in fault.first = value.integer(in: 0...Int.max) }
  }

  static var probability: Self {
    Self("probability", "How likely the fault is met, from 0 to 1.", .probability, example: 0.3) {
      value, fault in fault.probability = value.probability() ?? 1
    }
  }

  static var duration: Self {
    Self(
      "for", "The fault is over when that time has passed since the files were read.", .duration,
      example: "5s"
    ) { value, fault in fault.duration = value.duration() }
  }
}
