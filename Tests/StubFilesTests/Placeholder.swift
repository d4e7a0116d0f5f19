import StubFiles
import Testing

@Suite struct Placeholder {}
