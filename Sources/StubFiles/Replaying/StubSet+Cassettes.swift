public import StubCore

extension StubSet {
  /// Lets a cassette answer, before the stubs and cassettes that are there already.
  ///
  /// - Parameter configuration: a layer over ``CassetteConfiguration/shared``; where it is nothing,
  ///   a problem such as an unknown matcher is told to ``StubSet/hooks``.
  @discardableResult
  public func insert(
    _ cassette: Cassette, configuration: CassetteConfiguration = CassetteConfiguration()
  ) -> InsertedCassette {
    let inserted = InsertedCassette(cassette, configuration: configuration)
    insert(inserted)
    return inserted
  }

  /// Lets a cassette that was ejected answer again, from where it was.
  func insert(_ inserted: InsertedCassette) { exchange([], for: inserted.stubs) }

  /// Takes a cassette out; requests it has matched are still answered.
  public func eject(_ inserted: InsertedCassette) {
    exchange(Set(inserted.stubs.map(\.id)), for: [])
  }

  /// Takes a cassette out and puts another in, in one step.
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
