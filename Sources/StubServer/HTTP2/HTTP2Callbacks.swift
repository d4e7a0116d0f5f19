import CNGHTTP2

/// The callbacks of nghttp2, which call the connection that is attached to the session.
enum HTTP2Callbacks {
  static func user(_ context: UnsafeMutableRawPointer?) -> HTTP2Connection? {
    context.map { Unmanaged<HTTP2Connection>.fromOpaque($0).takeUnretainedValue() }
  }

  static func set(on callbacks: OpaquePointer) {
    setHeaderCallbacks(callbacks)
    nghttp2_session_callbacks_set_on_begin_frame_callback(callbacks) { _, header, context in
      guard let header = header?.pointee else { return 0 }
      switch UInt32(header.type) {
      case NGHTTP2_HEADERS.rawValue: HTTP2Callbacks.user(context)?.fieldsBegan(on: header.stream_id)
      case NGHTTP2_RST_STREAM.rawValue:
        HTTP2Callbacks.user(context)?.resetBegan(on: header.stream_id)
      case NGHTTP2_SETTINGS.rawValue: HTTP2Callbacks.user(context)?.settingsBegan()
      default: break
      }
      return 0
    }
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, context in
      if let frame { HTTP2Callbacks.user(context)?.received(frame) }
      return 0
    }
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
      _, _, stream, start, count, context in
      guard let start else { return 0 }
      HTTP2Callbacks.user(context)?.bodyArrived(
        Span(_unsafeStart: start, count: count), on: stream)
      return 0
    }
    nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, context in
      guard let header = frame?.pointee.hd else { return 0 }
      let isEnd = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
      switch UInt32(header.type) {
      case NGHTTP2_DATA.rawValue where isEnd, NGHTTP2_HEADERS.rawValue where isEnd:
        HTTP2Callbacks.user(context)?.responseEnded(header.stream_id)
      default: break
      }
      return 0
    }
    nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks) { _, frame, _, context in
      if let header = frame?.pointee.hd, UInt32(header.type) == NGHTTP2_HEADERS.rawValue {
        HTTP2Callbacks.user(context)?.headNotSent(header.stream_id)
      }
      return 0
    }
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, _, context in
      HTTP2Callbacks.user(context)?.streamClosed(stream)
      return 0
    }
  }

  private static func setHeaderCallbacks(_ callbacks: OpaquePointer) {
    nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, context in
      guard let frame = frame?.pointee, frame.headers.cat == NGHTTP2_HCAT_REQUEST else { return 0 }
      HTTP2Callbacks.user(context)?.requestBegan(frame.hd.stream_id)
      return 0
    }
    nghttp2_session_callbacks_set_on_header_callback(callbacks) {
      _, frame, name, nameCount, value, valueCount, _, context in
      guard let header = frame?.pointee.hd, let name, let value else { return 0 }
      let goesOn = HTTP2Callbacks.user(context)?.fieldArrived(
        Span(_unsafeStart: name, count: nameCount), Span(_unsafeStart: value, count: valueCount),
        on: header.stream_id)
      return goesOn == false ? NGHTTP2_ERR_CALLBACK_FAILURE.rawValue : 0
    }
    // Without this callback, nghttp2 would ignore invalid fields.
    nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks) {
      _, frame, name, nameCount, _, _, _, context in
      guard let header = frame?.pointee.hd, let name else { return 0 }
      HTTP2Callbacks.user(context)?.invalidFieldArrived(
        Span(_unsafeStart: name, count: nameCount), on: header.stream_id)
      return 0
    }
  }
}

extension HTTP2Connection {
  /// Handles a frame that is complete; the callbacks for its DATA bytes or HEADERS fields come
  /// before.
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
