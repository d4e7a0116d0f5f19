import StubCore
