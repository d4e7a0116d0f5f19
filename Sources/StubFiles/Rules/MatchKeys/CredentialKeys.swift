import StubCore

extension RuleKey where Target == MatchDraft {
  static var basicAuth: Self {
    Self(
      "basicAuth", "The user, and the password where it counts, of basic authentication.",
      .object([("user", .condition), ("password", .condition)], required: ["user"]),
      example: ["user": "ada", "password": "countess"]
    ) { value, match in
      let credentials = value.mapping { reader in
        let password = reader.optional("password") { $0.condition() }
        return reader.required("user") { $0.condition() }.map { ($0, password ?? .present) }
      }
      guard let (user, password) = credentials else { return }
      match.add(HTTPStubBasicAuthMatcher(user: user, password: password), from: &value)
    }
  }

  static var bearer: Self {
    Self("bearer", "The bearer token.", .condition, example: ["prefix": "test-"]) { value, match in
      guard let condition = value.condition() else { return }
      match.add(HTTPStubBearerMatcher(condition), from: &value)
    }
  }
}
