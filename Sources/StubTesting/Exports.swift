@_exported import HTTPStubber
@_exported import StubCassettes
@_exported import StubCore
@_exported import StubDocuments
@_exported import StubRules
