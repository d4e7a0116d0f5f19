import CNGHTTP2

/// The server's side of an HTTP/2 connection as nghttp2 keeps it: windows, states, header tables.
///
/// Bytes go in and come out here; what they mean is told to the connection that it is attached to.
/// No type of nghttp2 is seen outside of this file and its extensions.
final class HTTP2Session {
  /// Bytes of a request body that may come in on a stream before it has been looked at.
  private static let streamWindow: UInt32 = 256 * 1_024
  private static let connectionWindow: Int32 = 1_024 * 1_024
  /// The same where a very slow line brings the body, for the sake of clients that send in pieces.
  private static let leastStreamWindow = 1_024

  let handle: OpaquePointer

  /// Fails when there is no memory.
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
    // Windows open again as bodies are taken, which a paced upload does late.
    nghttp2_option_set_no_auto_window_update(options, 1)
    nghttp2_option_set_no_closed_streams(options, 1)
    Self.set(limits, options)
    Self.setCallbacks(callbacks)
    guard nghttp2_session_server_new3(&handle, callbacks, nil, options, nil) == 0, let handle
    else { return nil }
    self.handle = handle
  }

  deinit { nghttp2_session_del(handle) }

  /// Chooses who is told; it must live as long as bytes come in or go out.
  func attach(to connection: HTTP2Connection) {
    nghttp2_session_set_user_data(handle, Unmanaged.passUnretained(connection).toOpaque())
  }

  /// Prepares the server's preface: its SETTINGS, and a window for the connection.
  ///
  /// Where lines bring request bodies, no more of each than `uploadWindow` may wait for them.
  func begin(_ limits: ListenerLimits, uploadWindow: Int?) {
    let most = Int(Self.streamWindow)
    let window = uploadWindow.map { min(most, max(Self.leastStreamWindow, $0)) } ?? most
    let settings: [(nghttp2_settings_id, Int)] = [
      (NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, limits.streams),
      (NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, window),
      (NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, limits.headSize),
      // Paced streams share the connection fairly, whatever the client would like best.
      (NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1),
    ]
    let entries = settings.map { id, value in
      nghttp2_settings_entry(settings_id: Int32(id.rawValue), value: UInt32(clamping: value))
    }
    nghttp2_submit_settings(
      handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), entries, entries.count)
    nghttp2_session_set_local_window_size(
      handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), 0, Self.connectionWindow)
  }

  /// Opens stream 1 for the request that asked for the upgrade.
  ///
  /// - Returns: whether the client's settings made sense.
  func upgrade(_ settings: [UInt8], isHead: Bool) -> Bool {
    nghttp2_session_upgrade2(handle, settings, settings.count, isHead ? 1 : 0, nil) == 0
  }

  /// Takes bytes of the client.
  ///
  /// - Returns: what ends the connection when the bytes are no HTTP/2 or too much of it.
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

  /// Shows the next bytes for the client.
  ///
  /// - Returns: whether there were any.
  func send(_ body: (Span<UInt8>) -> Void) -> Bool {
    var start: UnsafePointer<UInt8>?
    let count = nghttp2_session_mem_send(handle, &start)
    guard count > 0, let start else { return false }
    body(Span(_unsafeStart: start, count: count))
    return true
  }

  /// Whether nothing more is to be read or written: the connection can be closed.
  var isOver: Bool {
    nghttp2_session_want_read(handle) == 0 && nghttp2_session_want_write(handle) == 0
  }
}

extension HTTP2Session {
  static func connection(_ context: UnsafeMutableRawPointer?) -> HTTP2Connection? {
    context.map { Unmanaged<HTTP2Connection>.fromOpaque($0).takeUnretainedValue() }
  }

  static func setCallbacks(_ callbacks: OpaquePointer) {
    setHeaderCallbacks(callbacks)
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, context in
      if let frame { HTTP2Session.connection(context)?.received(frame) }
      return 0
    }
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
      _, _, stream, start, count, context in
      guard let start else { return 0 }
      HTTP2Session.connection(context)?.bodyArrived(
        Span(_unsafeStart: start, count: count), on: stream)
      return 0
    }
    nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, context in
      guard let header = frame?.pointee.hd else { return 0 }
      let isEnd = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
      switch UInt32(header.type) {
      case NGHTTP2_DATA.rawValue where isEnd, NGHTTP2_HEADERS.rawValue where isEnd:
        HTTP2Session.connection(context)?.responseEnded(header.stream_id)
      default: break
      }
      return 0
    }
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, _, context in
      HTTP2Session.connection(context)?.streamClosed(stream)
      return 0
    }
  }

  private static func setHeaderCallbacks(_ callbacks: OpaquePointer) {
    nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, context in
      guard let frame = frame?.pointee, frame.headers.cat == NGHTTP2_HCAT_REQUEST else { return 0 }
      HTTP2Session.connection(context)?.requestBegan(frame.hd.stream_id)
      return 0
    }
    nghttp2_session_callbacks_set_on_header_callback(callbacks) {
      _, frame, name, nameCount, value, valueCount, _, context in
      guard let header = frame?.pointee.hd, let name, let value else { return 0 }
      HTTP2Session.connection(context)?.fieldArrived(
        Span(_unsafeStart: name, count: nameCount), Span(_unsafeStart: value, count: valueCount),
        on: header.stream_id)
      return 0
    }
    // Without this, nghttp2 would overlook such fields.
    nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks) {
      _, frame, name, nameCount, _, _, _, context in
      guard let header = frame?.pointee.hd, let name else { return 0 }
      HTTP2Session.connection(context)?.invalidFieldArrived(
        Span(_unsafeStart: name, count: nameCount), on: header.stream_id)
      return 0
    }
  }
}

extension HTTP2Connection {
  /// Sorts out a whole frame; the bytes of DATA and the fields of HEADERS came before it.
  fileprivate func received(_ frame: UnsafePointer<nghttp2_frame>) {
    let header = frame.pointee.hd
    let isEnd = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
    switch UInt32(header.type) {
    case NGHTTP2_HEADERS.rawValue:
      if frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST {
        headEnded(header.stream_id, isWholeRequest: isEnd)
      } else if isEnd {
        requestEnded(header.stream_id)
      }
    case NGHTTP2_DATA.rawValue:
      if isEnd {
        requestEnded(header.stream_id)
      } else if header.length == frame.pointee.data.padlen {
        idleFrameArrived()
      }
    case NGHTTP2_SETTINGS.rawValue:
      if header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) == 0 { settingsArrived() }
      idleFrameArrived()
    case NGHTTP2_PING.rawValue: idleFrameArrived()
    default: break
    }
  }
}
