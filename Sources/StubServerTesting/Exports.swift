@_exported import HTTPStubber
@_exported import StubServer
@_exported import StubTesting
