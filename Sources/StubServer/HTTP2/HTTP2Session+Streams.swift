import CNGHTTP2
import StubCore

extension HTTP2Session {
  /// Sends a head; the body, if any, is asked for through `HTTP2Connection.fill`.
  func respond(_ stream: Int32, _ fields: HTTP2Fields, hasBody: Bool) {
    withPairs(fields.bytes, fields.places) { respond(stream, $0, $1, hasBody: hasBody) }
  }

  /// Sends a head that was made before, with the date of now.
  func respond(_ stream: Int32, _ fields: EncodedFields, date: [UInt8]) {
    date.withUnsafeBufferPointer { date in
      let dateStart = date.baseAddress.map { UnsafeMutablePointer(mutating: $0) }
      withPairs(fields.bytes, fields.places) { pairs, count in
        if let place = fields.date {
          pairs[place].value = dateStart
          pairs[place].valuelen = date.count
        }
        respond(stream, pairs, count, hasBody: !fields.body.isEmpty)
      }
    }
  }

  private func respond(
    _ stream: Int32, _ pairs: UnsafePointer<nghttp2_nv>, _ count: Int, hasBody: Bool
  ) {
    var provider = nghttp2_data_provider()
    provider.read_callback = { _, stream, buffer, count, flags, _, context in
      guard let connection = HTTP2Session.connection(context), let buffer, let flags else {
        return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
      }
      let room = UnsafeMutableBufferPointer(start: buffer, count: count)
      switch connection.fill(room, of: stream) {
      case .bytes(let count, let isLast):
        if isLast { flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
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
    withPairs(fields.bytes, fields.places) { pairs, count in
      _ = nghttp2_submit_headers(
        handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, nil, pairs, count, nil)
    }
  }

  /// Asks for the body again after `fill` had nothing.
  func resume(_ stream: Int32) { nghttp2_session_resume_data(handle, stream) }

  func reset(_ stream: Int32, _ code: HTTP2ErrorCode) {
    nghttp2_submit_rst_stream(
      handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code.rawValue)
  }

  /// Whether the client's windows are open for a body on the stream.
  func mayFill(_ stream: Int32) -> Bool {
    nghttp2_session_get_stream_remote_window_size(handle, stream) > 0
      && nghttp2_session_get_remote_window_size(handle) > 0
  }

  /// Opens the windows again by bytes of a body that have been taken.
  func consume(_ stream: Int32, _ count: Int) { nghttp2_session_consume(handle, stream, count) }

  /// The same for a stream that is no more: only the connection still has a window.
  func consume(_ count: Int) { nghttp2_session_consume_connection(handle, count) }

  /// Makes the stream take turns with the others, DATA frame by DATA frame (RFC 9218 §10).
  func shareFairly(_ stream: Int32) {
    var priority = nghttp2_extpri(urgency: 3, inc: 1)
    nghttp2_session_change_extpri_stream_priority(handle, stream, &priority, 1)
  }

  /// Ends the connection: no stream is served any more.
  func terminate(_ code: HTTP2ErrorCode) {
    nghttp2_session_terminate_session(handle, code.rawValue)
  }

  /// Tells the client that the end is near, without refusing what is on its way (RFC 9113 §6.8).
  func announceEnd() { nghttp2_submit_shutdown_notice(handle) }

  /// Takes no more streams; those that there are go on to their end.
  func refuseStreams() {
    nghttp2_submit_goaway(
      handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), nghttp2_session_get_last_proc_stream_id(handle),
      HTTP2ErrorCode.noError.rawValue, nil, 0)
  }

  private func withPairs(
    _ bytes: [UInt8], _ places: [EncodedFields.Place],
    _ body: (UnsafeMutablePointer<nghttp2_nv>, Int) -> Void
  ) {
    bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress.map({ UnsafeMutablePointer(mutating: $0) }) else {
        return
      }
      withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: places.count) { pairs in
        // nghttp2 copies what the pointers show, and writes nothing.
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
}
