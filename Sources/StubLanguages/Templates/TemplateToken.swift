/// A word or a mark inside a tag.
struct TemplateToken: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case name(String)
    /// `[any text]` as part of a path.
    case segment(String)
    case string(String)
    case number(String)
    case here
    case parent
    case separator
    case data
    case equals
    case open
    case close
    case bar
  }

  let kind: Kind
  let range: Range<Int>
}

/// A tag: what it asks for and the words in it.
struct TemplateTag: Sendable {
  enum Kind: Sendable, Hashable {
    case output(escaped: Bool)
    case open
    case openInverse
    /// `{{else}}` or `{{^}}`.
    case otherwise
    /// `{{else if …}}`.
    case chain
    case close
    case rawOpen
    case rawClose
    case comment
  }

  var kind: Kind
  let offset: Int
  /// Carries `~` on that side: all white space next to it goes.
  var trimsBefore = false
  var trimsAfter = false
  var tokens: [TemplateToken] = []

  /// Whether it takes its whole line with it when nothing else is on the line.
  var mayStandAlone: Bool {
    switch kind {
    case .output: false
    default: true
    }
  }
}

/// A stretch of a template: text or a tag.
enum TemplatePiece: Sendable {
  case text(String)
  case tag(TemplateTag)
}
