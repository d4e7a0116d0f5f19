import StubCore

extension Console {
  /// Tells of something that happened, as a sentence or as an object.
  func report(event: String, _ sentence: String, _ isJSON: Bool) {
    if isJSON {
      print(["event": .string(event), "message": .string(sentence)])
    } else {
      print(sentence)
    }
  }

  /// Tells what may surprise; a program finds it among the other objects.
  func report(warning message: String, asJSON isJSON: Bool) {
    if isJSON {
      print(["event": "warning", "message": .string(message)])
    } else {
      printError("\(colored("warning:", .yellow)) \(message)")
    }
  }

  /// Tells what went wrong; a program finds it among the other objects.
  func report(error message: String, asJSON isJSON: Bool) {
    if isJSON {
      print(["event": "error", "message": .string(message)])
    } else {
      printError("\(colored("error:", .red)) \(message)")
    }
  }
}
