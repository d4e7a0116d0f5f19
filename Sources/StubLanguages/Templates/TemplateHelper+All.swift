extension TemplateHelper {
  /// Every helper a template can use; a new one gets its place here.
  package static let all: [TemplateHelper] = [
    // Conditions
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .and, .or, .not, .contains,
    .matches,
    // Texts
    .upper, .lower, .capitalize, .trim, .replace, .substring, .split, .join, .regexExtract,
    // Values
    .fallback, .size, .lookup, .array, .range, .value, .assign, .log,
    // JSON
    .json, .jsonPath, .parseJSON,
    // Encodings
    .base64, .urlEncode, .urlDecode,
    // Numbers
    .add, .subtract, .multiply, .divide, .remainder, .math, .round, .numberFormat,
    // Time
    .now, .date,
    // Chance
    .uuid, .randomInt, .randomDecimal, .randomValue, .pickRandom,
  ]
}
