/// Names of weekdays in languages with names of months that mean other months elsewhere: Polish,
/// Czech, Slovak, Croatian, Slovene, Ukrainian and Belarusian.
enum WeekdayName {
  /// From Monday on; names or their beginnings, without accents.
  private static let names: [[String]] = [
    ["pon", "po", "пн", "пон", "пан"],
    ["wt", "ut", "uto", "tor", "to", "вт", "вів", "аут", "аў"],
    ["sr", "st", "sri", "sre", "ср", "сер", "сяр"],
    ["cz", "czw", "ct", "cet", "st", "stv", "чт", "чет", "чац"],
    ["pt", "pi", "pia", "pa", "pat", "pet", "пт", "п'я", "пят"],
    ["so", "sob", "sub", "сб", "суб"],
    ["nd", "nie", "niedz", "ne", "ned", "нд", "нед", "няд"],
  ].map { $0.map(key) }

  private static func key(_ word: String) -> String {
    String(decoding: FoldedText(word).bytes.filter { $0 > 0x20 && $0 != 0x2E }, as: UTF8.self)
  }

  /// The days of the week that a word or abbreviation may name: 0 for Monday.
  static func days(_ word: String) -> Set<Int> {
    let key = key(word)
    let whole = names.indices.filter { names[$0].contains(key) }
    guard whole.isEmpty else { return Set(whole) }
    return Set(names.indices.filter { names[$0].contains { $0.count > 2 && key.hasPrefix($0) } })
  }

  /// The day of the week of a date in the Gregorian calendar (Sakamoto's method); 0 for Monday.
  static func day(year: Int, month: Int, day: Int) -> Int {
    let shifts = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
    let year = month < 3 ? year - 1 : year
    return (year + year / 4 - year / 100 + year / 400 + shifts[month - 1] + day + 6) % 7
  }
}
