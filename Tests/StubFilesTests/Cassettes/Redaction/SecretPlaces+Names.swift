/// Places of secrets whose names are not those of the secrets alone.
extension SecretPlaces {
  static let namedOtherwise: [(String, Plant)] = [
    ("confirmed form field", { sent(formType, "user[password_confirmation]=\(encoded($0))&a=b") }),
    ("first form field of two", { sent(formType, "password1=\(encoded($0))&a=b") }),
    ("second form field of two", { sent(formType, "a=b&new_password2=\(encoded($0))") }),
    ("repeated field of an old name", { sent(formType, "pass2=\(encoded($0))") }),
    ("confirmed JSON member", { sent(jsonType, #"{"passwordConfirm":"\#($0)"}"#) }),
    ("numbered confirmation", { sent(jsonType, #"{"password2_again":{"x":"\#($0)"}}"#) }),
    ("numbered HTML field", { received("text/html", "<input name='password1' value='\($0)'>") }),
    ("value of a name in JSON", { sent(jsonType, #"[{"name":"password","value":"\#($0)"}]"#) }),
    (
      "value of a key in JSON",
      { received(jsonType, #"{"a":[{"Key":"API_KEY","type":"text","Value" : "\#($0)"}]}"#) }
    ),
    (
      "header field of a list in JSON",
      { received(jsonType, #"[{"name":"Authorization","value":"Bearer \#($0)"}]"#) }
    ),
    (
      "argument in GraphQL",
      {
        sent(
          jsonType, #"{"query":"mutation { login(user: \"ann\", password: \"\#($0)\") { id } }"}"#)
      }
    ),
    (
      "member of an argument in GraphQL",
      { sent(jsonType, #"{"query":"mutation{a(input:{token:\"\#($0)\",b:\"c\"}){id}}"}"#) }
    ),
  ]

  private static let jsonType = "application/json"
  private static let formType = "application/x-www-form-urlencoded"
}
