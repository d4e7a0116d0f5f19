@_exported import HTTPStubber
@_exported import StubFiles
@_exported import StubServer
@_exported import StubTesting
