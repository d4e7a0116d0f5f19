import CNGHTTP2
import StubCore

/// The server's side of an HTTP/2 connection: windows, states and header tables, managed by
/// nghttp2.
///
/// Bytes from and for the client pass through this class, which calls the attached connection for
/// their contents. nghttp2's types are used only in this file and in `HTTP2Callbacks`.
final class HTTP2Session {
  /// The largest number of body bytes that may arrive on a stream before they are processed.
  private static let largestStreamWindow = 256 * 1_024
  private static let connectionWindow: Int32 = 1_024 * 1_024
  /// The smallest stream window, also for very slow links, so that clients can send whole pieces of
  /// a body.
  private static let leastStreamWindow = 1_024
  /// The largest head of a response in bytes.
  ///
  /// HTTP/1.1 has no limit, and nghttp2's default is 64 KiB.
  static let mostHeadBytes = 16 << 20

  private let handle: OpaquePointer
  /// The initial window of a stream, as last announced to the client.
  private var streamWindow = HTTP2Session.largestStreamWindow
  /// The initial window of a stream, and the largest of all windows, both before the latest
  /// SETTINGS.
  private var windowsBefore = (initial: 0, largest: 0)

  /// Creates a session; `nil` if there is no memory.
  init?(_ limits: ListenerLimits) {
    var callbacks: OpaquePointer?
    var options: OpaquePointer?
    var handle: OpaquePointer?
    defer {
      nghttp2_session_callbacks_del(callbacks)
      nghttp2_option_del(options)
    }
    guard nghttp2_session_callbacks_new(&callbacks) == 0, nghttp2_option_new(&options) == 0,
      let callbacks
    else { return nil }
    // A window opens again only when bytes are processed, which is late if links delay the body.
    nghttp2_option_set_no_auto_window_update(options, 1)
    nghttp2_option_set_max_send_header_block_length(options, Self.mostHeadBytes)
    Self.set(limits, options)
    HTTP2Callbacks.set(on: callbacks)
    guard nghttp2_session_server_new3(&handle, callbacks, nil, options, nil) == 0, let handle
    else { return nil }
    self.handle = handle
  }

  deinit { nghttp2_session_del(handle) }

  /// Sets the connection to call; it must live as long as bytes are received or sent.
  func attach(to connection: HTTP2Connection) {
    nghttp2_session_set_user_data(handle, Unmanaged.passUnretained(connection).toOpaque())
  }

  /// Prepares the server's preface: its SETTINGS, and a window for the connection.
  ///
  /// `uploadWindow` is the number of bytes of each body that may wait for slow links; `nil` if no
  /// link is slow.
  func begin(_ limits: ListenerLimits, uploadWindow: Int?) {
    streamWindow = Self.streamWindow(for: uploadWindow)
    submit([
      (NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, limits.streams),
      (NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, streamWindow),
      (NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, limits.headSize),
      // The streams share the connection fairly, regardless of the client's priorities.
      (NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1),
    ])
    nghttp2_session_set_local_window_size(
      handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), 0, Self.connectionWindow)
  }

  /// Announces another window to the client if the links have changed since the last announcement.
  func follow(uploadWindow: Int?) {
    let window = Self.streamWindow(for: uploadWindow)
    guard window != streamWindow else { return }
    streamWindow = window
    submit([(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, window)])
  }

  private static func streamWindow(for uploadWindow: Int?) -> Int {
    let most = largestStreamWindow
    return uploadWindow.map { min(most, max(leastStreamWindow, $0)) } ?? most
  }

  private func submit(_ settings: [(nghttp2_settings_id, Int)]) {
    let entries = settings.map { id, value in
      nghttp2_settings_entry(settings_id: Int32(id.rawValue), value: UInt32(clamping: value))
    }
    nghttp2_submit_settings(
      handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), entries, entries.count)
  }

  /// Opens stream 1 for the request that asked for HTTP/2.
  ///
  /// - Returns: whether the client's settings were valid.
  func upgrade(_ settings: [UInt8], isHead: Bool) -> Bool {
    nghttp2_session_upgrade2(handle, settings, settings.count, isHead ? 1 : 0, nil) == 0
  }

  /// Parses bytes from the client.
  ///
  /// - Returns: the error that ends the connection if the bytes are not HTTP/2 or exceed a limit.
  func receive(_ bytes: Span<UInt8>) -> HTTP2ErrorCode? {
    let result = bytes.withUnsafeBufferPointer {
      nghttp2_session_mem_recv(handle, $0.baseAddress, $0.count)
    }
    guard result < 0 else { return nil }
    switch Int32(result) {
    case NGHTTP2_ERR_FLOODED.rawValue: return .enhanceYourCalm
    case NGHTTP2_ERR_NOMEM.rawValue, NGHTTP2_ERR_CALLBACK_FAILURE.rawValue: return .internalError
    default: return .protocolError
    }
  }

  /// Passes the next bytes for the client to `body`.
  ///
  /// - Returns: `false` if there were none.
  func send(_ body: (Span<UInt8>) -> Void) -> Bool {
    var start: UnsafePointer<UInt8>?
    let count = nghttp2_session_mem_send(handle, &start)
    guard count > 0, let start else { return false }
    body(Span(_unsafeStart: start, count: count))
    return true
  }

  /// Whether nothing more is to be read or written, so that the connection can be closed.
  var isOver: Bool {
    nghttp2_session_want_read(handle) == 0 && nghttp2_session_want_write(handle) == 0
  }

  /// Sends a head.
  ///
  /// If there is a body, nghttp2 gets its bytes from `HTTP2Connection.fill`.
  func respond(_ stream: Int32, _ fields: HTTP2Fields, hasBody: Bool) {
    Self.withPairs(fields.bytes, fields.places) { respond(stream, $0, $1, hasBody: hasBody) }
  }

  /// Sends an encoded head with the current date.
  func respond(_ stream: Int32, _ answer: EncodedFields, date: [UInt8]) {
    date.withUnsafeBufferPointer { date in
      let dateStart = date.baseAddress.map { UnsafeMutablePointer(mutating: $0) }
      Self.withPairs(answer.fields.bytes, answer.fields.places) { pairs, count in
        if let place = answer.date {
          pairs[place].value = dateStart
          pairs[place].valuelen = date.count
        }
        respond(stream, pairs, count, hasBody: !answer.body.isEmpty)
      }
    }
  }

  private func respond(
    _ stream: Int32, _ pairs: UnsafePointer<nghttp2_nv>, _ count: Int, hasBody: Bool
  ) {
    var provider = nghttp2_data_provider()
    provider.read_callback = { handle, stream, buffer, count, flags, _, context in
      guard let connection = HTTP2Callbacks.user(context), let buffer, let flags else {
        return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
      }
      let room = UnsafeMutableBufferPointer(start: buffer, count: count)
      switch connection.fill(room, of: stream) {
      case .bytes(let count, let isLast):
        if isLast { flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
        return count
      case .lastBytes(let count, let trailers):
        let ends = NGHTTP2_DATA_FLAG_EOF.rawValue | NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
        flags.pointee |= ends
        HTTP2Session.withPairs(trailers.bytes, trailers.places) { pairs, count in
          _ = nghttp2_submit_trailer(handle, stream, pairs, count)
        }
        return count
      case .later: return Int(NGHTTP2_ERR_DEFERRED.rawValue)
      case .broken: return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
      }
    }
    _ = withUnsafePointer(to: provider) {
      nghttp2_submit_response(handle, stream, pairs, count, hasBody ? $0 : nil)
    }
  }

  /// Sends `100 Continue`.
  func invite(_ stream: Int32) {
    var fields = HTTP2Fields()
    fields.append(":status", "100")
    Self.withPairs(fields.bytes, fields.places) { pairs, count in
      _ = nghttp2_submit_headers(
        handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, nil, pairs, count, nil)
    }
  }

  /// Makes nghttp2 ask for the body again after `HTTP2Connection.fill` had no bytes.
  func resume(_ stream: Int32) { nghttp2_session_resume_data(handle, stream) }

  func reset(_ stream: Int32, _ code: HTTP2ErrorCode) {
    nghttp2_submit_rst_stream(
      handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code.rawValue)
  }

  /// Whether the client's windows allow DATA on the stream.
  func hasSendWindow(_ stream: Int32) -> Bool {
    nghttp2_session_get_stream_remote_window_size(handle, stream) > 0
      && nghttp2_session_get_remote_window_size(handle) > 0
  }

  /// Notes the client's windows before new SETTINGS are applied.
  func settingsBegan(streams: some Sequence<Int32>) {
    let windows = streams.map { nghttp2_session_get_stream_remote_window_size(handle, $0) }
    windowsBefore = (initialWindow, windows.max().map(Int.init) ?? 0)
  }

  /// Whether the applied SETTINGS gave a stream a window above 2³¹ − 1, which ends the connection
  /// (RFC 9113 §6.9.2).
  ///
  /// nghttp2 1.52 only resets the stream.
  var hasTooLargeWindow: Bool {
    windowsBefore.largest + initialWindow - windowsBefore.initial > Int(Int32.max)
  }

  private var initialWindow: Int {
    Int(nghttp2_session_get_remote_settings(handle, NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE))
  }

  /// Enlarges the windows of the stream and the connection by `count` bytes, which have been
  /// processed.
  func consume(_ stream: Int32, _ count: Int) { nghttp2_session_consume(handle, stream, count) }

  /// Enlarges only the window of the stream by `count` bytes.
  func consumeOnStream(_ stream: Int32, _ count: Int) {
    nghttp2_session_consume_stream(handle, stream, count)
  }

  /// Enlarges only the window of the connection by `count` bytes.
  func consume(_ count: Int) { nghttp2_session_consume_connection(handle, count) }

  /// Makes the stream take turns with other streams, frame by frame (RFC 9218 §10).
  func shareFairly(_ stream: Int32) {
    var priority = nghttp2_extpri(urgency: 3, inc: 1)
    nghttp2_session_change_extpri_stream_priority(handle, stream, &priority, 1)
  }

  /// Ends the connection without finishing any stream.
  func terminate(_ code: HTTP2ErrorCode) {
    nghttp2_session_terminate_session(handle, code.rawValue)
  }

  /// Announces the end to the client,
  /// but still accepts requests that are on their way (RFC 9113 §6.8).
  func announceEnd() { nghttp2_submit_shutdown_notice(handle) }

  /// Refuses new streams; existing ones continue to their end.
  func refuseStreams() {
    nghttp2_submit_goaway(
      handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), nghttp2_session_get_last_proc_stream_id(handle),
      HTTP2ErrorCode.noError.rawValue, nil, 0)
  }

  private static func withPairs(
    _ bytes: [UInt8], _ places: [HTTP2Fields.Place],
    _ body: (UnsafeMutablePointer<nghttp2_nv>, Int) -> Void
  ) {
    bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress.map({ UnsafeMutablePointer(mutating: $0) }) else {
        return
      }
      withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: places.count) { pairs in
        // nghttp2 copies the bytes and does not write to them.
        for (index, place) in places.enumerated() {
          pairs.initializeElement(
            at: index,
            to: nghttp2_nv(
              name: start + place.name.lowerBound, value: start + place.value.lowerBound,
              namelen: place.name.count, valuelen: place.value.count,
              flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue)))
        }
        if let first = pairs.baseAddress { body(first, places.count) }
      }
    }
  }

  /// Passes the limits for a client to nghttp2.
  private static func set(_ limits: ListenerLimits, _ options: OpaquePointer?) {
    nghttp2_option_set_max_settings(options, max(0, limits.settings))
    nghttp2_option_set_max_continuations(options, max(0, limits.continuations))
    // nghttp2 counts more frames than the listener does;
    // the listener's limits must be reached first.
    nghttp2_option_set_max_outbound_ack(options, max(1_000, limits.idleFrames))
    let resets = UInt64(clamping: limits.streamResets)
    nghttp2_option_set_stream_reset_rate_limit(
      options, max(1_000, resets * 2), max(33, resets / 10))
  }
}
