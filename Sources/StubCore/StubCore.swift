// Values and rules: no sockets, no URL loading. The folders in the order of a request's way:
//
// Message     what arrived: URL, header fields, body
// Matching    conditions and what they say of a request
// Matchers    the conditions, a file for each family
// Index       the stubs that may accept a request
// Stubs       what a user writes: builders, and the specifications behind them
// Deciding    which stub answers, what becomes of the others, and why nothing matched
// Responding  from a specification and a request to a plan
// Plan        a whole response as a value
// Faults      what goes wrong on purpose
// Playing     what a host does at what time: player, pacing, networks
// Webhooks    requests that stubs send after their responses
// Journal     what happened
// Recording   what a recorder is told
// Support     clocks, caches, files
@_exported public import StubLanguages
