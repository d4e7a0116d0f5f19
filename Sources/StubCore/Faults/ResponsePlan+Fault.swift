extension ResponsePlan {
  /// The plan with the fault in it: the head edited, the script in place.
  package func with(_ fault: HTTPStubFault) -> ResponsePlan {
    var plan = self
    plan.fault = fault
    guard var head else { return plan }
    if fault.headEdit.lengthOffset != 0 {
      head.headers.remove(.transferEncoding)
      head.headers[.contentLength] = String(max(0, body.count + fault.headEdit.lengthOffset))
    }
    if fault.headEdit.announcesChunks {
      head.headers.remove(.contentLength)
      head.headers[.transferEncoding] = "chunked"
    }
    head.rawLines = fault.headEdit.rawLines
    plan.head = head
    return plan
  }
}
