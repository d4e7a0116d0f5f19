@_exported import HTTPStubber
@_exported import StubCore
@_exported import StubFiles
