package import HTTPStubber
package import Testing

/// Something that a test has in addition to its stubber, from before its first line until its end.
package protocol TestResource: AnyObject, Sendable {
  func end() async
}

extension StubTrait {
  /// A trait that makes a resource for each case of a test.
  ///
  /// `make` gets the stubber with the stubs of the traits before it; those of later traits are added to it.
  package static func resource(
    location: SourceLocation?, _ make: @escaping @Sendable (HTTPStubber) throws -> any TestResource
  ) -> StubTrait {
    var settings = StubSettings()
    settings.steps = [
      StubSettings.Step(location: location) { scope, _ in
        scope.add(try make(scope.stubber))
      }
    ]
    return StubTrait(settings)
  }

  /// The resource of that type that the innermost scope of the running test has.
  package static func currentResource<Resource: TestResource>(
    _ type: Resource.Type
  ) -> Resource? { StubScope.current?.resource(type) }
}
