import HTTPStubber
import Testing

@Suite struct Placeholder {}
