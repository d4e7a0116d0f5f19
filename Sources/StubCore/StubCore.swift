// The core has values and rules, but no sockets and no URL loading. Its folders, in the order in
// which a request comes through them:
//
// - Message: the parts of a request or response, such as URL, header fields and body.
// - Matching: matchers, which are the conditions of stubs, and their results.
// - Matchers: the matchers, with a file for each family.
// - Index: the search for the stubs that may accept a request.
// - Stubs: the builders of stubs and responses, and the immutable values behind them.
// - Deciding: the decision which stub answers a request, or why none does.
// - Responding: the way from a specified response and a request to a plan.
// - Plan: a whole response as a value.
// - Faults: the faults of responses, connections and TLS.
// - Playing: the player, which tells a host its next action, with pacing and networks.
// - Webhooks: requests that stubs send after their responses.
// - Journal: the received requests and their outcomes.
// - Recording: requests to real servers and their responses, for recorders.
// - Support: clocks, caches and files.
@_exported public import StubLanguages
