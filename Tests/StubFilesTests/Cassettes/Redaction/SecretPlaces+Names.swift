/// Places of secrets whose names are not those of the secrets alone.
extension SecretPlaces {
  static let namedOtherwise: [(String, Plant)] = [
    ("confirmed form field", { sent(form, "user[password_confirmation]=\(encoded($0))&a=b") }),
    ("first form field of two", { sent(form, "password1=\(encoded($0))&a=b") }),
    ("second form field of two", { sent(form, "a=b&new_password2=\(encoded($0))") }),
    ("repeated field of an old name", { sent(form, "pass2=\(encoded($0))") }),
    ("confirmed JSON member", { sent(type, #"{"passwordConfirm":"\#($0)"}"#) }),
    ("numbered confirmation", { sent(type, #"{"password2_again":{"x":"\#($0)"}}"#) }),
    ("numbered HTML field", { received("text/html", "<input name='password1' value='\($0)'>") }),
    ("value of a name in JSON", { sent(type, #"[{"name":"password","value":"\#($0)"}]"#) }),
    (
      "value of a key in JSON",
      { received(type, #"{"a":[{"Key":"API_KEY","type":"text","Value" : "\#($0)"}]}"#) }
    ),
    (
      "header field of a list in JSON",
      { received(type, #"[{"name":"Authorization","value":"Bearer \#($0)"}]"#) }
    ),
    (
      "argument in GraphQL",
      {
        sent(
          type, #"{"query":"mutation { login(user: \"ann\", password: \"\#($0)\") { id } }"}"#)
      }
    ),
    (
      "member of an argument in GraphQL",
      { sent(type, #"{"query":"mutation{a(input:{token:\"\#($0)\",b:\"c\"}){id}}"}"#) }
    ),
  ]

  private static let type = "application/json"
  private static let form = "application/x-www-form-urlencoded"
}
