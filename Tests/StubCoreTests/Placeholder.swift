import StubCore
import Testing

@Suite struct Placeholder {}
