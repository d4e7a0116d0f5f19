import StubFiles
import Testing
