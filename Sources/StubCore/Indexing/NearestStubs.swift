/// The stubs whose URL is most like that of a request, as far as they were looked at in the order
/// they are asked.
struct NearestStubs {
  /// Where one of them is.
  struct Place {
    let piece: Int
    let place: Int
    fileprivate let likeness: Int
  }

  private let sketch: URLSketch
  private let limit: Int
  private var places: [Place] = []
  /// How many stubs have each likeness.
  private var counts = [UInt32](repeating: 0, count: URLSketch.greatestLikeness + 1)
  /// How many are at least as alike as they have to be.
  private var count = 0
  /// Those that are less alike are not among the nearest any more.
  private var leastLikeness = 0

  init(to sketch: URLSketch, limit: Int) {
    self.sketch = sketch
    self.limit = limit
    // Few come on top, as long as those that are asked first are not the least alike.
    places.reserveCapacity(limit)
  }

  /// Looks at the stubs of a piece, those that are asked first at its end.
  mutating func look(through sketches: URLSketches, of piece: Int) {
    sketches.search(for: sketch, atLeast: leastLikeness) { place, likeness in
      add(Place(piece: piece, place: place, likeness: likeness))
      return leastLikeness
    }
  }

  private mutating func add(_ place: Place) {
    places.append(place)
    counts[place.likeness] += 1
    count += 1
    // One that is found later is behind all that are as alike.
    while leastLikeness < counts.count, count >= limit {
      count -= Int(counts[leastLikeness])
      leastLikeness += 1
    }
  }

  /// The nearest first, and of those that are equally near the one that is asked first.
  var inOrder: [Place] {
    var nearest: [Place] = []
    nearest.reserveCapacity(limit)
    for likeness in counts.indices.reversed() where counts[likeness] > 0 {
      for place in places where place.likeness == likeness && nearest.count < limit {
        nearest.append(place)
      }
    }
    return nearest
  }
}
