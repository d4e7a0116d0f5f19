// What `StubLanguages` offers is part of this library.
@_exported public import StubLanguages
