import StubServer
import Testing

@Suite struct Placeholder {}
