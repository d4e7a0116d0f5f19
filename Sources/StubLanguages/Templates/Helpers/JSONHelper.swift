extension TemplateHelper {
  /// The value as JSON text: how to insert lists, objects and quoted texts into a JSON body.
  static let json = TemplateHelper(
    "json", "toJson", usage: "{{json value pretty=true}}", arguments: 1...1, options: ["pretty"]
  ) {
    .string($0[0].text(pretty: $0.flag("pretty")))
  }
}
