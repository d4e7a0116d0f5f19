import Testing

/// Tests that run programs of others, one at a time: many at once would slow down those tests of
/// other suites that watch the time.
@Suite("TLS", .serialized, .timeLimit(.minutes(10))) enum TLSTests {}
