import IMAP

/// Reads a folder downward by the days on which its messages arrived, where the order of their
/// numbers says nothing: asks what arrived in the days below, and fetches that of enough days.
struct FolderDays {
  private enum Phase {
    case start
    case searching
    case rows
    case texts
    case stored
  }

  private let known: KnownMessages
  private let limit: Int
  private let searchesBriefly: Bool
  private let now: Int64
  private var phase = Phase.start
  /// All that arrived on this day or later is known.
  private var day: Int64
  /// Whether nothing has been searched yet: clocks may be wrong, and mail come from the future.
  private var isFirst: Bool
  /// Where the searches that are under way begin; nil where one goes down to the beginning.
  private var searched: [Int64?] = []
  private var span: Int64 = 1
  private var found = NumberSet()
  /// What is still to be fetched.
  private var pending = NumberSet()
  private var read = NumberSet()
  private var rows: RowFetch
  /// Whether the beginning of the folder was reached.
  private var isWhole = false
  private(set) var isDone = false

  /// In days, of the spans that are searched at once. Of those together nothing is found rarely;
  /// then they are made four times as long.
  private static let spans: [Int64] = [1, 6, 24, 60]
  private static let growth: Int64 = 4
  /// Rows that are fetched at a time.
  private static let chunk = 500

  /// - Parameters:
  ///   - limit: how many messages are wanted, about.
  ///   - now: the present, in seconds since 1970.
  init(_ known: KnownMessages, limit: Int, abilities: ServerAbilities, now: Int64) {
    (self.known, self.limit, self.now) = (known, limit, now)
    searchesBriefly = abilities.searchesBriefly
    rows = RowFetch(now: now)
    isFirst = known.floor?.day == nil
    // The day after tomorrow somewhere on Earth.
    day = known.floor?.day ?? now / ArrivalDay.seconds + 3
  }

  /// - Parameter besides: messages that the store has got meanwhile.
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
    // Without brief answers only one search may be under way.
    let spans = searchesBriefly ? Self.spans : [Self.spans.reduce(0, +)]
    // A day before 1970 is not expected, and asked for once, without an end.
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
      // What a server leaves out of a search cannot be asked for.
      if answers.completions[position].lowestSeen != nil {
        throw DialogueFailure(
          kind: .refused,
          step: "UID SEARCH",
          reason: answers.completions[position].text
        )
      }
      found = found.union(numbers.subtracting(known.messages).subtracting(read))
      if let lower { day = lower } else { isWhole = true }
      if isWhole || found.count >= limit { break }
    }
    isFirst = false
    if found.isEmpty, !isWhole {
      span *= Self.growth
      return try search()
    }
    // The newest first: numbers say a little about it even here.
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
    rows = RowFetch(now: now)
    rows.begin(numbers, isByUID: true)
    phase = .rows
    return .send(Flight(try rows.rowCommands))
  }

  /// What was fetched goes into the store; with the last of it, the horizon moves.
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
