// All formats: `import StubFiles` is the same as the four imports.
@_exported import StubCassettes
@_exported import StubDocuments
@_exported import StubRules
@_exported import StubTools
