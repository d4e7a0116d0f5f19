/// The responses of a stub by method, in the order they were given.
///
/// There are one or two of them as a rule, so a list takes less memory than a dictionary and is
/// searched as fast.
package struct ResponseScripts: Sendable {
  /// The responses for a method.
  package struct Entry: Sendable {
    package let key: ResponseKey
    package var script: ResponseScript
  }

  private var entries: [Entry] = []

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
        entries.append(Entry(key: key, script: script))
      case (nil, nil): break
      }
    }
  }

  /// Where the responses for a method are: its own, else those for any method, else for HEAD those
  /// for GET.
  func place(for method: HTTPMethod) -> Int? {
    var placeOfAny: Int?
    for place in entries.indices {
      if entries[place].key.method == method { return place }
      if entries[place].key.method == nil { placeOfAny = place }
    }
    guard placeOfAny == nil, method == .head else { return placeOfAny }
    return entries.firstIndex { $0.key.method == .get }
  }
}

extension ResponseScripts: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { entries.count }

  package subscript(place: Int) -> Entry { entries[place] }
}

extension ResponseScripts: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral scripts: (ResponseKey, ResponseScript)...) {
    for (key, script) in scripts { self[key] = script }
  }
}
