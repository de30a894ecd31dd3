nonisolated extension RatingSystem {
  /// A system a line: medium, country or `*` for all, then each level with its number.
  ///
  /// The boards are the MPA, the BBFC, the FSK, the CNC, the ICAA, Kijkwijzer, Medierådet and so
  /// on, with the levels that they use for new releases. A country without a line for a medium has
  /// no board for it, or a board that few follow: films in Poland, television in Sweden or Great
  /// Britain.
  static let table = """
    app *: 4+ 100, 9+ 200, 12+ 300, 17+ 600
    movie AT: 0 100, 6 220, 8 260, 10 300, 12 340, 14 380, 16 420
    movie AU: G 100, PG 260, M 400, MA15+ 410, R18+ 460, X18+ 470
    television AU: P 100, C 100, G 100, PG 260, M 400, MA15+ 410
    movie BR: L 100, 10 300, 12 340, 14 380, 16 420, 18 460
    television BR: L 100, 10 300, 12 340, 14 380, 16 420, 18 460
    movie CA: G 100, PG 260, 14A 380, 18A 460, R 470
    television CA: C 100, G 100, C8 260, PG 260, 14+ 380, 18+ 460
    movie CH: 0 100, 6 220, 8 260, 10 300, 12 340, 14 380, 16 420, 18 460
    movie DE: FSK 0 100, FSK 6 220, FSK 12 340, FSK 16 420, FSK 18 460
    television DE: FSK 0 100, FSK 6 220, FSK 12 340, FSK 16 420, FSK 18 460
    movie DK: A 100, 7 240, 11 320, 15 400
    movie ES: A 100, 7 240, 12 340, 16 420, 18 460, X 470
    television ES: TP 100, 7 240, 12 340, 16 420, 18 460
    movie FI: S 100, 7 240, 12 340, 16 420, 18 460
    television FI: S 100, 7 240, 12 340, 16 420, 18 460
    movie FR: Tous publics 100, 12 340, 16 420, 18 460
    television FR: Tous publics 100, 10 300, 12 340, 16 420, 18 460
    movie GB: U 100, PG 260, 12A 340, 12 350, 15 400, 18 460, R18 470
    movie IE: G 100, PG 260, 12A 340, 15A 400, 16 420, 18 460
    movie IT: T 100, 6+ 220, 14+ 380, 18+ 460
    movie JP: G 100, PG12 340, R15+ 400, R18+ 460
    movie KR: ALL 100, 12 340, 15 400, 18 460
    television KR: ALL 100, 7 240, 12 340, 15 400, 19 480
    movie NL: AL 100, 6 220, 9 280, 12 340, 14 380, 16 420, 18 460
    television NL: AL 100, 6 220, 9 280, 12 340, 14 380, 16 420, 18 460
    movie NO: A 100, 6 220, 9 280, 12 340, 15 400, 18 460
    television NO: A 100, 6 220, 9 280, 12 340, 15 400, 18 460
    movie NZ: G 100, PG 260, RP13 360, R13 370, R15 400, M 420, RP16 420, R16 430, RP18 460, R18 470
    television NZ: G 100, PG 260, M 420, 16 430, 18 460
    television PL: b/o 100, 7 240, 12 340, 16 420, 18 460
    movie PT: A 100, M/3 160, M/6 220, M/12 340, M/14 380, M/16 420, M/18 460
    television PT: T 100, 10AP 300, 12AP 340, 16 420
    movie RU: 0+ 100, 6+ 220, 12+ 340, 16+ 420, 18+ 460
    television RU: 0+ 100, 6+ 220, 12+ 340, 16+ 420, 18+ 460
    movie SE: Btl 100, 7 240, 11 320, 15 400
    movie US: G 100, PG 260, PG-13 360, R 440, NC-17 460
    television US: TV-Y 100, TV-G 100, TV-Y7 240, TV-PG 260, TV-14 380, TV-MA 440
    """

  /// Reads a line of the table; `nil` if any of it is wrong.
  init?(line: Substring) {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let head = line[..<colon].split(separator: " ")
    let levels = line[line.index(after: colon)...].split(separator: ",")
    guard head.count == 2, let medium = RatedMedium(rawValue: String(head[0])) else { return nil }
    let ratings = levels.compactMap { level -> ContentRating? in
      let words = level.split(separator: " ")
      guard let number = words.last.flatMap({ Int($0) }) else { return nil }
      return ContentRating(name: words.dropLast().joined(separator: " "), number: number)
    }
    guard !ratings.isEmpty, ratings.count == levels.count else { return nil }
    self.init(
      medium: medium, country: head[1] == "*" ? nil : String(head[1]), ratings: ratings)
  }
}
