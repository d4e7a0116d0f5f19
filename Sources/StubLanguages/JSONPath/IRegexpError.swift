/// Why a text is no I-Regexp.
struct IRegexpError: Error, Hashable {
  let reason: String
  let remedy: String?
}
