public import StubCore

// The class hides the module of its name, so `HTTPStubber.HTTPMethod` is looked up in the class.
extension HTTPStubber {
  /// ``/StubCore/HTTPMethod``, for files that import another type of that name, such as Alamofire's.
  public typealias HTTPMethod = StubCore.HTTPMethod

  /// ``/StubCore/HTTPHeaders``, for files that import another type of that name, such as Alamofire's.
  public typealias HTTPHeaders = StubCore.HTTPHeaders
}
