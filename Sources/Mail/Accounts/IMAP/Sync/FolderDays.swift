import IMAP

/// Reads a folder by days of arrival, from late to early, if its UIDs are not in the order of
/// arrival: searches several spans of days, and fetches the messages of the latest spans that
/// together have enough messages (``SyncTerms/limit``).
struct FolderDays {
  private enum Phase {
    case start
    case searching
    case rows
    case texts
    case stored
  }

  private let known: KnownMessages
  private let terms: SyncTerms
  private var phase = Phase.start
  /// The first day of the known messages: all mail that arrived on this day or later is known.
  private var day: Int64
  /// Whether the next search is the folder's first. The first search has no upper limit, since mail
  /// may have a date in the future if a clock was wrong.
  private var isFirst: Bool
  /// The first day of each search under way; nil for a search without a lower limit.
  private var searched: [Int64?] = []
  private var span: Int64 = 1
  private var found = NumberSet()
  /// Messages still to be fetched.
  private var pending = NumberSet()
  private var read = NumberSet()
  private var rows: RowFetch
  /// Whether the beginning of the folder was reached.
  private var isWhole = false
  private(set) var isDone = false

  /// The lengths of the spans searched at once, in days. If all searches find nothing, which is
  /// rare, the spans become four times as long.
  private static let spans: [Int64] = [1, 6, 24, 60]
  private static let growth: Int64 = 4
  /// The number of rows fetched at once.
  private static let chunk = 500

  init(_ known: KnownMessages, _ terms: SyncTerms) {
    (self.known, self.terms) = (known, terms)
    rows = RowFetch(now: terms.now)
    isFirst = known.floor?.day == nil
    // Begins at the day after tomorrow, or later, in every time zone.
    day = known.floor?.day ?? terms.now / ArrivalDay.seconds + 3
  }

  /// - Parameter besides: messages that a ``FolderWindow`` has stored: they are not fetched again.
  mutating func next(
    _ answers: FlightAnswers?,
    in folder: OpenFolder,
    besides stored: NumberSet
  ) throws -> DialogueStep {
    read = read.union(stored)
    switch phase {
    case .start: return try search()
    case .searching: return try takeSearches(answers ?? FlightAnswers(), in: folder)
    case .rows:
      try rows.takeRows(answers ?? FlightAnswers())
      guard rows.hasRows else { return .send(Flight(try rows.rowCommands)) }
      rows.beginTexts(except: known.messages.union(read))
      guard !rows.hasTexts else { return store(in: folder) }
      phase = .texts
      return .send(try rows.textFlight)
    case .texts:
      try rows.takeTexts(answers ?? FlightAnswers())
      return rows.hasTexts ? store(in: folder) : .send(try rows.textFlight)
    case .stored: return try fetch(in: folder)
    }
  }

  private mutating func search() throws -> DialogueStep {
    var upper = day
    searched = []
    var commands: [Command] = []
    // Without ESEARCH, results do not name their search, so only one search may run at a time.
    let searchesBriefly = terms.abilities.searchesBriefly
    let spans = searchesBriefly ? Self.spans : [Self.spans.reduce(0, +)]
    // Days before 1970 are not expected, so they are covered by one search without a lower limit.
    for days in spans where upper > 0 || commands.isEmpty {
      let lower = upper - days * span
      var criteria: [SearchCriterion] = []
      if !isFirst || upper != day { criteria.append(.before(upper * ArrivalDay.seconds)) }
      if lower > 0 { criteria.append(.since(lower * ArrivalDay.seconds)) }
      commands.append(try .uidSearch(criteria, returning: searchesBriefly ? [.all] : []))
      searched.append(lower > 0 ? lower : nil)
      upper = lower
    }
    phase = .searching
    return .send(Flight(commands))
  }

  private mutating func takeSearches(
    _ answers: FlightAnswers,
    in folder: OpenFolder
  ) throws -> DialogueStep {
    for (position, lower) in searched.enumerated() {
      let numbers = try answers.found(at: position)
      // Fails after a partial search: messages that it leaves out cannot be found at all.
      if answers.completions[position].lowestSeen != nil {
        throw DialogueFailure(.refused, "UID SEARCH", answers.completions[position].text)
      }
      found = found.union(numbers.subtracting(known.messages).subtracting(read))
      if let lower { day = lower } else { isWhole = true }
      if isWhole || found.count >= terms.limit { break }
    }
    isFirst = false
    if found.isEmpty, !isWhole {
      span *= Self.growth
      return try search()
    }
    // Fetches the highest UIDs first: they tend to be newer, even if UIDs are not in date order.
    pending = found
    return try fetch(in: folder)
  }

  private mutating func fetch(in folder: OpenFolder) throws -> DialogueStep {
    let numbers = pending.highest(Self.chunk)
    pending = pending.subtracting(numbers)
    guard !numbers.isEmpty else {
      isDone = true
      var batch = MailBatch()
      batch.horizon = horizon(in: folder)
      return .report(batch)
    }
    rows = RowFetch(now: terms.now)
    rows.begin(numbers, isByUID: true)
    phase = .rows
    return .send(Flight(try rows.rowCommands))
  }

  /// Stores the fetched messages; with the last of them, the horizon moves.
  private mutating func store(in folder: OpenFolder) -> DialogueStep {
    var batch = MailBatch()
    batch.new = rows.messages.map { $0.incoming(folder.uidValidity) }
    batch.skipped = rows.skipped(in: folder.name)
    read = read.union(rows.uids)
    if pending.isEmpty {
      isDone = true
      batch.horizon = horizon(in: folder)
    }
    phase = .stored
    return .report(batch)
  }

  private func horizon(in folder: OpenFolder) -> HorizonChange {
    if isWhole { return .reachedEnd }
    let date = min(known.horizon, ArrivalDay.latestDate(before: day))
    return .moved(to: Horizon(date, .since(day: day), of: folder))
  }
}

/// The days by which a server searches. A message's day is the date of its arrival, in the time
/// zone in which the server noted it (RFC 3501, section 6.4.4).
///
/// The zone is unknown in advance. Zones in use are from 12 hours behind UTC to 14 hours ahead, so
/// a day may begin 14 hours before the same day in UTC, and end 12 hours after it.
enum ArrivalDay {
  static let seconds: Int64 = 86_400
  private static let furthestBehind: Int64 = 12 * 3600
  private static let furthestAhead: Int64 = 14 * 3600

  /// The first day of a search that leaves out only messages that arrived before a time.
  static func before(_ time: Int64) -> Int64 {
    (time - furthestBehind).quotient(dividingBy: seconds)
  }

  /// The first day of a search that finds only messages that arrived at a time or later, in any
  /// time zone.
  static func after(_ time: Int64) -> Int64 {
    (time + furthestAhead + seconds - 1).quotient(dividingBy: seconds)
  }

  /// The latest date that a row can have if all its messages arrived before a day. A message's date
  /// is that of its header, but at most one day after the arrival.
  static func latestDate(before day: Int64) -> Int64 {
    day * seconds + furthestBehind + seconds
  }

  /// The date of a message: as written, but at most one day after the arrival.
  static func date(written: Int64, arrived: Int64) -> Int64 { min(written, arrived + seconds) }
}

extension Int64 {
  /// Rounds down, even below zero.
  fileprivate func quotient(dividingBy divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
