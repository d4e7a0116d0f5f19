// The C library of Linux, and the declarations that have other names or types in Darwin.

@_exported import Glibc

extension stat {
  public var st_mtimespec: timespec { st_mtim }
  public var st_ctimespec: timespec { st_ctim }
}

public let SOCK_STREAM: Int32 = 1
public let SO_NWRITE: Int32 = 0x1024
public let SO_NREAD: Int32 = 0x1020
public let SO_NOSIGPIPE: Int32 = 0x1022
public let RLIMIT_NOFILE: Int32 = 8
public let OPEN_MAX: Int32 = 10240
public func getrlimit(_ resource: Int32, _ limits: UnsafeMutablePointer<rlimit>) -> Int32 { 0 }
public func setrlimit(_ resource: Int32, _ limits: UnsafePointer<rlimit>) -> Int32 { 0 }
public typealias pthread_t = OpaquePointer
public func pthread_create(
  _ thread: UnsafeMutablePointer<pthread_t?>, _ attributes: UnsafePointer<pthread_attr_t>?,
  _ start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
  _ argument: UnsafeMutableRawPointer?
) -> Int32 { 0 }
public func pthread_detach(_ thread: pthread_t) -> Int32 { 0 }
public func sendfile(
  _ file: Int32, _ socket: Int32, _ offset: off_t, _ count: UnsafeMutablePointer<off_t>?,
  _ headers: UnsafeMutableRawPointer?, _ flags: Int32
) -> Int32 { 0 }

extension sigaction {
  public struct Handler { public var __sa_handler: (@convention(c) (Int32) -> Void)? }
  public var __sigaction_u: Handler { Handler(__sa_handler: __sigaction_handler.sa_handler) }
}

@discardableResult
public func posix_spawnattr_init(_ attributes: UnsafeMutablePointer<posix_spawnattr_t?>) -> Int32 { 0 }
@discardableResult
public func posix_spawnattr_destroy(
  _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>
) -> Int32 { 0 }
@discardableResult
public func posix_spawnattr_setsigdefault(
  _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>, _ signals: UnsafePointer<sigset_t>
) -> Int32 { 0 }
@discardableResult
public func posix_spawnattr_setsigmask(
  _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>, _ signals: UnsafePointer<sigset_t>
) -> Int32 { 0 }
@discardableResult
public func posix_spawnattr_setflags(
  _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>, _ flags: Int16
) -> Int32 { 0 }
public func posix_spawnp(
  _ process: UnsafeMutablePointer<pid_t>, _ program: UnsafePointer<CChar>,
  _ actions: UnsafePointer<posix_spawn_file_actions_t?>?,
  _ attributes: UnsafePointer<posix_spawnattr_t?>,
  _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>,
  _ environment: UnsafePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 { 0 }
