public import StubCore

extension StubSet {
  /// Lets a cassette answer, before the stubs and cassettes that are there already.
  ///
  /// The configuration is a layer over ``CassetteConfiguration/shared``. A problem with it, such as
  /// the name of an unknown matcher, is told to the hooks of the set.
  ///
  /// - Returns: what tells how the cassette is used, and takes it out again.
  @discardableResult
  public func insert(
    _ cassette: Cassette, configuration: CassetteConfiguration = CassetteConfiguration()
  ) -> InsertedCassette {
    let inserted = InsertedCassette(cassette, configuration: configuration)
    exchange([], for: inserted.stubs)
    return inserted
  }

  /// Lets a cassette that is ready, or was ejected, answer from where it is.
  package func insert(_ inserted: InsertedCassette) {
    exchange([], for: inserted.stubs)
    if let recorder = inserted.recorder { add(recorder: recorder) }
  }

  /// Takes a cassette out; requests it has matched are still answered.
  public func eject(_ inserted: InsertedCassette) {
    exchange(Set(inserted.stubs.map(\.id)), for: [])
    if let recorder = inserted.recorder { remove(recorder: recorder) }
  }

  /// Takes a cassette out and puts another in, in one step.
  ///
  /// - Returns: what tells how the other one is used.
  @discardableResult
  public func swap(
    _ inserted: InsertedCassette, for cassette: Cassette,
    configuration: CassetteConfiguration = CassetteConfiguration()
  ) -> InsertedCassette {
    let next = InsertedCassette(cassette, configuration: configuration)
    exchange(Set(inserted.stubs.map(\.id)), for: next.stubs)
    return next
  }
}
