"""Where this server answers otherwise than WireMock 2.35.1, each with the reason."""

REASONS = {
    "failure": "WireMock fails with 500 and a trace of Java; this server says what is wrong, or does it",
    "place": "the pointer leads to the member that is wrong, not to the object around it",
    "strict": "what could never work is refused, not kept until a request meets it",
    "names of sites": "a listener stands for any site, so the scheme and the port of its own address are "
                      "no conditions",
    "words": "a refusal says what to do, where WireMock's has no body or names another scenario",
    "unsupported": "this needs what this server does not have, and is refused with what to do instead",
    "version 3": "as WireMock 3.13 has it",
    "files": "names of files are relative to their folder, and none outside can be read or written",
    "settings": "the answer has the settings, as WireMock's client for Python reads them from it",
    "kept": "what was sent comes back as it was sent",
    "report": "clients that ask for JSON get the report as JSON",
    "total": "the total is that of the list, filters included",
    "documents": "this server has a description of its own",
}

_NAMES = {
    "failure": [
        "list limit=-1", "list limit=x", "list offset=-1", "list offset=x", "list offset=100",
        "get no UUID", "put no UUID", "delete no UUID", "edit unknown", "edit without id",
        "refuse to import no list", "requests limit=x", "requests limit=-1",
        "request that is no UUID", "delete request that is no UUID", "near misses",
        "near misses of a match", "extend", "delete deleted file", "certificate",
    ],
    "place": [
        "refuse cut off JSON", "refuse unknown condition", "refuse unknown condition on body",
        "refuse broken pattern", "refuse broken url pattern", "refuse broken JSON in condition",
        "refuse unknown distribution", "refuse to replace by broken pattern",
        "find by metadata: unknown condition", "remove by metadata: unknown condition",
        "refuse to count unknown condition", "refuse to find unknown condition",
        "refuse to remove unknown condition",
        "refuse to remove requests by metadata: unknown condition",
        "refuse settings unknown distribution", "refuse to extend", "refuse JSON schema",
    ],
    "strict": [
        "refuse response headers that are a text", "refuse two urls", "refuse url that is a number",
        "refuse url without slash", "refuse broken JSON path", "refuse two bodies",
        "refuse missing body file", "refuse state without scenario",
        "refuse status that is out of range", "refuse negative delay", "refuse broken template",
        "requests unmatched=x", "refuse to record target that is no URL", "end what was started",
    ],
    "names of sites": ["unmatched by host"],
    "words": ["post to stub", "patch stubs", "set unknown state", "set no state", "other method"],
    "unsupported": [
        "refuse unknown transformer", "refuse custom matcher",
    ],
    "version 3": [
        "add duplicate", "remove several", "unmatched stubs", "remove unmatched stubs",
        "unmatched stubs of journal", "get file", "health", "version",
    ],
    "files": ["files", "put file outside", "get file outside"],
    "settings": ["set nothing", "set 0", "set 1", "set 2", "set 3", "put settings",
                 "set nothing again"],
    "kept": ["add metadata", "get metadata", "replace by metadata", "add for credentials"],
    "report": ["ask four"],
    "total": ["requests since=2999-01-01T00:00:00Z"],
    "documents": ["docs"],
}

DIFFERENCES = {name: reason for reason, names in _NAMES.items() for name in names}
