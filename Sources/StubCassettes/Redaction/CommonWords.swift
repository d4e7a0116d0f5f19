import StubCore

/// The words that are common in recordings.
///
/// A secret that consists only of common words is hidden where it was found, but not elsewhere,
/// where the same text may mean something else.
enum CommonWords {
  /// Returns whether the text consists only of common words and numbers of at most four digits,
  /// such as `acme-corp` and `ordersV2`.
  static func make(up text: String) -> Bool {
    var hasWord = false
    var rest = text.utf8[...]
    while let first = rest.first {
      if isDigit(first) {
        let digits = rest.prefix(while: isDigit)
        if digits.count > 4 { return false }
        rest = rest[digits.endIndex...]
      } else if isLetter(first) {
        let word = word(at: rest)
        guard isKnown(String(decoding: word.map { $0 | 0x20 }, as: UTF8.self)) else { return false }
        hasWord = true
        rest = rest[word.endIndex...]
      } else if first < 0x80 {
        rest = rest.dropFirst()
      } else {
        return false
      }
    }
    return hasWord
  }

  /// Returns whether the text looks like a token of a language model: a short word, or a few marks
  /// and digits.
  static func isPieceOfText(_ text: String) -> Bool {
    let markers = ["##", "Ġ", "▁", "Ċ", " "]
    let marker = markers.first(where: text.hasPrefix) ?? ""
    let piece = text.dropFirst(marker.count)
    guard !text.isEmpty, piece.utf8.count < 16 else { return false }
    let letters = piece.filter(\.isLetter)
    if letters.isEmpty { return piece.utf8.count < 8 }
    return letters.count == piece.count
      && (!piece.dropFirst().contains(where: \.isUppercase)
        || !piece.contains(where: \.isLowercase))
  }

  /// Returns the letters before the next capital, with which the next word begins.
  private static func word(at text: Substring.UTF8View) -> Substring.UTF8View.SubSequence {
    var end = text.startIndex
    var previous: UInt8?
    while end < text.endIndex, isLetter(text[end]) {
      if let previous, previous >= 0x61, text[end] <= 0x5A { break }
      previous = text[end]
      end = text.index(after: end)
    }
    return text[..<end]
  }

  private static func isKnown(_ word: String) -> Bool {
    if all.contains(word) { return true }
    for (ending, singular) in [("ies", "y"), ("es", ""), ("s", "")] where word.hasSuffix(ending) {
      if all.contains(String(word.dropLast(ending.count)) + singular) { return true }
    }
    return false
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
  }

  private static let all = Set(
    """
    a about abstract accept accepted access account accounting acme action active activity add added
    address admin administration administrator advanced after agent agreement air alert alias all
    allowed alpha amount analytics and android angle animal annual answer any apache api app apple
    application approval approved archive area array article asia asset assigned assistant async at
    attachment attribute audience audio audit australia auth authentication author authorization auto
    automatic available average award azure back backend background backup balance bank banner base basic
    basket batch beta big billing binary black block blog blue board body book booking boolean bot bottom
    box branch brand breakfast broken browser bucket budget bug build building bundle business button buy
    by cache calendar call campaign cancel cancelled capacity car card care cart case cash catalog category
    center central chain change changed channel character charge chart chat check checkout child children
    choice circle city class classic clean client clinic clock close closed cloud club cluster code coffee
    collection color column comment commerce commercial commit common community company complete completed
    component computer condition conference config configuration confirm confirmed connect connected
    connection consumer contact container content contract control conversation cookie copy core corp
    corporate corporation cost count counter country coupon course cover create created credential credit
    currency current custom customer cycle daily dashboard data database date day debit debug december
    decision default deleted delivered delivery demo department deploy deployment description design desk
    desktop detail dev developer development device dialog digest digital dinner direct direction directory
    disabled discount discussion display document domain dot double down download draft drive driver
    duplicate duration dynamic earth east edge edit editor education effect element email employee empty
    en enabled encrypted end endpoint energy engine english enterprise entity entry environment error
    estate eu europe european event everyone example exchange expired export express extended external
    extra facility factor failed failure false family fast feature february federal feed feedback field file
    filter final finance financial finished first fish fixed flag flight float flow folder food foot football
    for force foreign forest form format forward foundation frame free friday friend from front full function
    fund future game garden gateway general generic german germany get gift git github global globex gold
    good google grade grant graph green grey ground group guest guide handler hash head header health hello
    help hidden high history holiday home horse hospital host hotel hour house human id identity image import
    in inactive inbox inc include index individual industry info information initial initech input insert
    inside install instance institute insurance integer integration interface internal international internet
    invalid inventory invite invoice ios is issue it item january job journal json july june key keyboard kind
    kitchen lab label language large last latest launch lead league learning left legacy legal letter level
    library license light limit limited line link linux list live load loan local localhost location lock log
    login logistics london long lookup loop low mail main maintenance major make manage managed management
    manager manual map mark market marketing master match material maximum may me media medical medium meeting
    member membership memory menu merchant message meta metadata method metric middle migration million
    minimum minute mobile mode model module monday money monitor monitoring month monthly motor mountain move
    movie multi museum music my name nation national native nature network new news next night no node none
    normal north note nothing notice notification november now null number object october of off offer office
    official offline old on once one online only open operation operator option optional or orange order
    organic organisation organization origin original other out output outside owner package page paid panel
    paper parameter parent park part partner party pass password path patient pattern pay payment payroll
    pending people percent performance period permanent permission person personal phone photo picture pilot
    place plain plan planet planning plant platform play player please plus point policy pool popular port
    portal position post power premium present preview price primary print prior priority private problem
    process processing prod product production professional profile program progress project promotion
    property provider province proxy public publisher purchase purple put python quality quantity quarter
    query question queue quick random range rate rating raw reader ready real reason receipt receive received
    recent record recovery red redirect reference refresh refund region register registry regular rejected
    related release remote remove report repository request required reservation reserve reset resource
    response rest restaurant result retail return review right river road role room root round route router
    row rule safe sales same sample sandbox saturday save saved schedule scheme school science scope score
    screen search season second secondary secret section sector secure security select self seller send
    sender senior september sequence series server service session set setting settings share shared sheet
    shipment shipping shop short show side signal silver simple single site size small smart social software
    sold solution some source south space spain special sport spring sql square staff stage staging standard
    star start started state static station status step stock stop storage store strategy stream street string
    strong student studio style subject submit subscription success successful summary summer sunday supplier
    supply support survey switch system table tag target task tax team tech technical technology template
    temporary tenant term test tester testing text the theme third this thread thursday ticket time timeout
    title to today token tool top topic total tour track trade trading traffic training transaction transfer
    transport travel tree trial trip true trust tuesday type uk unit united universal university unknown
    unlimited update updated upgrade upload urgent url us usa usage user username utility v valid validation
    value vehicle vendor version vertical video view virtual visit visitor void volume wallet warehouse warning
    water web webhook website wednesday week weekly welcome west white widget wiki window windows winter
    wireless with work worker workflow workshop workspace world write wrong www x year yearly yellow yes young
    zero zone admin changeme letmein qwerty iloveyou sunshine princess dragon monkey shadow superman batman
    trustno hunter correct
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
