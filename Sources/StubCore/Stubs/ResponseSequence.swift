/// A sequence of responses, which answer one request after another.
package struct ResponseScript: Sendable {
  /// The first response, stored separately because most scripts have no other one and need no list.
  private var first: (any HTTPStubResponder)?
  private var others: [any HTTPStubResponder]
  /// For each response, the number of requests that it and the responses before it answer; empty if
  /// each response answers one request.
  private var ends: [Int] = []
  package var ending: HTTPStubSequenceEnding
  /// The condition that is checked before each response, such as a scenario state; `nil` for none.
  package var condition: (any ClaimCondition)?

  package init(
    responders: [any HTTPStubResponder], ending: HTTPStubSequenceEnding = .repeatLast,
    condition: (any ClaimCondition)? = nil
  ) {
    first = responders.first
    others = Array(responders.dropFirst())
    self.ending = ending
    self.condition = condition
  }

  /// Creates a sequence in which each response answers `count` requests, 1 or more.
  package init(
    repeating responses: [(responder: any HTTPStubResponder, count: Int)],
    ending: HTTPStubSequenceEnding
  ) {
    self.init(responders: responses.map(\.responder), ending: ending)
    guard responses.contains(where: { $0.count > 1 }) else { return }
    var total = 0
    ends = responses.map {
      total += $0.count
      return total
    }
  }

  /// The responders in order; a responder that is repeated is listed once.
  package var responders: [any HTTPStubResponder] { (first.map { [$0] } ?? []) + others }

  var isSynchronous: Bool {
    condition == nil && responders.allSatisfy { $0.isSynchronous }
  }

  /// The responder of all requests.
  ///
  /// It is `nil` if there are several responders, a condition or an end.
  var soleResponder: (any HTTPStubResponder)? {
    others.isEmpty && ending == .repeatLast && condition == nil ? first : nil
  }

  /// The number of requests after which the last response has been used.
  private var count: Int { ends.last ?? (1 + others.count) }

  /// Returns the number of earlier requests with the same response as request `number`,
  /// counted from 0.
  func repetition(at number: Int) -> Int {
    let inRound = ending == .cycle ? number % count : min(number, count - 1)
    let place = place(of: inRound)
    let start = ends.isEmpty ? place : place == 0 ? 0 : ends[place - 1]
    guard ending == .cycle else { return number - start }
    let length = ends.isEmpty ? 1 : ends[place] - start
    return number / count * length + inRound - start
  }

  /// Returns the responder for request `number`, counted from 0; `nil` after the end.
  func responder(at number: Int) -> (any HTTPStubResponder)? {
    if number < count { return self[place(of: number)] }
    switch ending {
    case .repeatLast: return others.last ?? first
    case .cycle: return self[place(of: number % count)]
    case .fallThrough, .fail, .passThrough: return nil
    }
  }

  /// Returns the index of the response to request `number`, which is less than `count`.
  private func place(of number: Int) -> Int {
    guard !ends.isEmpty else { return number }
    var places = 0..<ends.count
    while places.count > 1 {
      let middle = places.lowerBound + places.count / 2
      places =
        number < ends[middle - 1] ? places.lowerBound..<middle : middle..<places.upperBound
    }
    return places.lowerBound
  }

  /// The responder at the index `place`, which is at least 0 and less than the number of
  /// responders.
  private subscript(place: Int) -> (any HTTPStubResponder)? {
    place == 0 ? first : others[place - 1]
  }
}

/// The behavior of a stub after the last response of its sequence.
public enum HTTPStubSequenceEnding: Sendable, Hashable {
  /// Repeats the last response for all later requests.
  case repeatLast
  /// Starts again with the first response.
  case cycle
  /// No longer matches, so the next stub is asked.
  case fallThrough
  /// No longer matches; if no other stub answers, the request is an error in every mode.
  case fail
  /// No longer matches; if no other stub answers, the request passes through.
  case passThrough
}

/// The lists of responses of a stub by method, in the order in which they were given.
///
/// Most stubs have one or two lists. An array then takes less memory than a dictionary and is
/// searched as fast. The first entry is stored outside the array.
package struct ResponseScripts: Sendable {
  /// The responses for a method.
  package struct Entry: Sendable {
    package let key: ResponseKey
    package var script: ResponseScript
  }

  // The first entry is stored in two parts, so that its key can be read without copying the script.
  private var firstKey: ResponseKey?
  private var firstScript: ResponseScript?
  private var others: [Entry] = []

  package init() {}

  package subscript(key: ResponseKey) -> ResponseScript? {
    get { first { $0.key == key }?.script }
    set {
      if firstKey == nil, let newValue {
        firstKey = key
        firstScript = newValue
        return
      }
      var entries = Array(self)
      let place = entries.firstIndex { $0.key == key }
      switch (place, newValue) {
      case (let place?, let script?): entries[place].script = script
      case (let place?, nil): entries.remove(at: place)
      case (nil, let script?): entries.append(Entry(key: key, script: script))
      case (nil, nil): break
      }
      firstKey = entries.first?.key
      firstScript = entries.first?.script
      others = Array(entries.dropFirst())
    }
  }

  /// Returns the index of the responses for a method: its own, or else those for all methods.
  ///
  /// If there are neither, HEAD has the responses for GET.
  func place(for method: HTTPMethod) -> Int? {
    guard let firstKey else { return nil }
    if firstKey.method == method { return 0 }
    var placeOfAny = firstKey.method == nil ? 0 : nil
    for place in others.indices {
      if others[place].key.method == method { return place + 1 }
      if others[place].key.method == nil { placeOfAny = place + 1 }
    }
    guard placeOfAny == nil, method == .head else { return placeOfAny }
    return firstIndex { $0.key.method == .get }
  }
}

extension ResponseScripts: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { firstKey == nil ? 0 : 1 + others.count }

  package subscript(place: Int) -> Entry {
    if place == 0, let firstKey, let firstScript {
      Entry(key: firstKey, script: firstScript)
    } else {
      others[place - 1]
    }
  }
}

extension ResponseScripts: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral scripts: (ResponseKey, ResponseScript)...) {
    for (key, script) in scripts { self[key] = script }
  }
}
