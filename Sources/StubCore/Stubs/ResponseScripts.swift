/// The responses of a stub by method, in the order they were given.
///
/// There are one or two of them as a rule, so a list takes less memory than a dictionary and is
/// searched as fast.
package struct ResponseScripts: Sendable {
  private var entries: [(key: ResponseKey, script: ResponseScript)] = []

  package init() {}

  package subscript(key: ResponseKey) -> ResponseScript? {
    get { entries.first { $0.key == key }?.script }
    set {
      let place = entries.firstIndex { $0.key == key }
      switch (place, newValue) {
      case (let place?, let script?): entries[place].script = script
      case (let place?, nil): entries.remove(at: place)
      case (nil, let script?):
        // As each stub keeps them, there is room for no more.
        entries.reserveCapacity(entries.count + 1)
        entries.append((key, script))
      case (nil, nil): break
      }
    }
  }

  /// Where the responses for a method are: its own, else those for any method, else for HEAD those
  /// for GET.
  func place(for method: HTTPMethod) -> Int? {
    var placeOfAny: Int?
    // By index, as going through the entries would copy each.
    for place in entries.indices {
      guard let own = entries[place].key.method else {
        placeOfAny = place
        continue
      }
      if own == method { return place }
    }
    guard placeOfAny == nil, method == .head else { return placeOfAny }
    return entries.firstIndex { $0.key.method == .get }
  }

  func script(at place: Int) -> ResponseScript { entries[place].script }
}

extension ResponseScripts: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { entries.count }

  package subscript(place: Int) -> (key: ResponseKey, script: ResponseScript) { entries[place] }
}

extension ResponseScripts: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral scripts: (ResponseKey, ResponseScript)...) {
    for (key, script) in scripts { self[key] = script }
  }
}
