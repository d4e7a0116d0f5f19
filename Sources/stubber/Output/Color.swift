/// A color of text on a terminal (ECMA-48, select graphic rendition).
enum Color: Int, Sendable {
  case red = 31
  case green = 32
  case yellow = 33
  case gray = 90
}
