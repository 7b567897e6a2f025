import IMAP

/// Reads a folder by days of arrival, from late to early, if its UIDs are not in the order of
/// arrival: searches several spans of days, and fetches the messages of the latest spans that
/// together have enough messages (``SyncTerms/limit``).
///
/// If too many messages arrived on one day, as in an imported folder, continues by the days in the
/// messages' Date fields. If too many messages have the same Date, too, fetches some of them, those
/// with the highest UIDs.
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
  /// Whether days are those of Date fields, not of the arrival.
  private var isBySent: Bool
  /// The first day of the known messages: all mail of this day or later is known.
  private var day: Int64
  /// Whether the next search is the folder's first. The first search has no upper limit, since mail
  /// may have a date in the future if a clock was wrong.
  private var isFirst: Bool
  /// The first day of each search under way; nil for a search without a lower limit.
  private var searched: [Int64?] = []
  /// The factor of the spans' lengths.
  private var span: Int64 = 1
  /// Shorter spans to search, in days, since a longer one has too many messages; nil if none has.
  private var narrowed: Int64?
  /// Whether only a part of the last day's messages is fetched.
  private var isPartial = false
  private var lowestDate = Int64.max
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
  /// The highest number of messages of one day that are fetched together.
  private static let crowd = 1000

  init(_ known: KnownMessages, _ terms: SyncTerms) {
    (self.known, self.terms) = (known, terms)
    rows = RowFetch(now: terms.now)
    isBySent = known.floor?.sentDay != nil
    let first = known.floor?.day ?? known.floor?.sentDay
    isFirst = first == nil
    day = first ?? Self.top(terms)
  }

  /// The day after tomorrow, or later, in every time zone.
  private static func top(_ terms: SyncTerms) -> Int64 { terms.now / ArrivalDay.seconds + 3 }

  /// - Parameter stored: messages that a ``FolderWindow`` has stored: they are not fetched again.
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
    let lengths = narrowed.map { Array(repeating: $0, count: Int(Self.growth)) } ?? Self.spans
    let spans = searchesBriefly ? lengths : [narrowed ?? lengths.reduce(0, +)]
    // Days before 1970 are not expected, so they are covered by one search without a lower limit.
    for days in spans where upper > 0 || commands.isEmpty {
      let lower = upper - days * span
      let criteria = criteria(from: lower, to: isFirst && upper == day ? nil : upper)
      commands.append(try .uidSearch(criteria, returning: searchesBriefly ? [.all] : []))
      searched.append(lower > 0 ? lower : nil)
      upper = lower
    }
    phase = .searching
    return .send(Flight(commands))
  }

  /// - Parameter upper: the day after the span; nil for no upper limit.
  private func criteria(from lower: Int64, to upper: Int64?) -> [SearchCriterion] {
    // Without a lower limit, finds messages without a Date, too.
    if isBySent, lower <= 0 { return [] }
    let end = upper.map { $0 * ArrivalDay.seconds }
    let start = lower > 0 ? lower * ArrivalDay.seconds : nil
    return isBySent
      ? [end.map { .sentBefore($0) }, start.map { .sentSince($0) }].compactMap(\.self)
      : [end.map { .before($0) }, start.map { .since($0) }].compactMap(\.self)
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
      let new = numbers.subtracting(known.messages).subtracting(read)
      if found.count + new.count > Self.crowd {
        // The next page continues with the crowd.
        if !found.isEmpty { break }
        if let step = try narrow(to: new, from: lower) { return step }
        break
      }
      found = found.union(new)
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

  /// Searches fewer messages than a crowd; or if that is impossible, takes some of the crowd.
  ///
  /// - Parameter lower: the first day of the crowd; nil if it has none.
  /// - Returns: nil if some messages were taken.
  private mutating func narrow(to crowd: NumberSet, from lower: Int64?) throws -> DialogueStep? {
    if let lower, day - lower > 1 {
      (narrowed, span) = ((day - lower + Self.growth - 1) / Self.growth, 1)
      return try search()
    }
    if !isBySent {
      (isBySent, isFirst, narrowed, span) = (true, true, nil, 1)
      day = Self.top(terms)
      return try search()
    }
    isPartial = true
    found = crowd.highest(terms.limit)
    return nil
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
    lowestDate = rows.messages.map(\.head.date).reduce(lowestDate, min)
    if pending.isEmpty {
      isDone = true
      batch.horizon = horizon(in: folder)
    }
    phase = .stored
    return .report(batch)
  }

  private func horizon(in folder: OpenFolder) -> HorizonChange {
    if isWhole { return .reachedEnd }
    let date =
      isPartial
      ? lowestDate
      : isBySent ? ArrivalDay.latestDate(sentBefore: day) : ArrivalDay.latestDate(before: day)
    let extent: FolderFloor.Extent = isBySent ? .sent(since: day) : .since(day: day)
    return .moved(to: Horizon(min(known.horizon, date), extent, of: folder))
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

  /// The latest date that a row can have if the Date fields of its messages name earlier days.
  static func latestDate(sentBefore day: Int64) -> Int64 { day * seconds + furthestBehind }

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
