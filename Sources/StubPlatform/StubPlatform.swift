// What every target needs of the platform: the values of Foundation, and the C library.
//
// FoundationEssentials is Foundation without what costs a program on Linux much memory and time at
// its start, such as ICU. Code that needs more, such as `URLSession`, imports Foundation itself.

#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif

#if canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Musl)
@_exported public import Musl
#else
@_exported public import Darwin
#endif
