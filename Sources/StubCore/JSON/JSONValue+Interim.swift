extension JSONValue {
  func text() -> String { "\(self)" }
}
