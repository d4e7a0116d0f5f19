@_exported import StubCore
