import IMAP

/// Finds the changes of a folder in one round trip, and one more for the texts of new messages.
struct FolderChanges: FolderDialogue {
  private enum Phase {
    case start
    case changes
    /// The server's count of changes does not go on from the one that is known.
    case comparing
    case rows
    case searching
    case texts
    case stored
    case window
  }

  private let name: String
  private let checkpoint: FolderCheckpoint?
  private let abilities: ServerAbilities
  private let limit: Int
  private let now: Int64
  private let isWhole: Bool
  private var known: KnownMessages
  private var folder: OpenFolder
  private var method = ChangeMethod.comparison
  private var phase = Phase.start
  /// Where new numbers begin.
  private var first: UInt32 = 1
  /// All that is known, and most often little besides: what the server is asked about.
  private var span = NumberSet()
  private var rows: RowFetch
  private var batch = MailBatch()
  private var sent: [Command] = []
  private var rowPosition = 1
  /// Asked for by the last command of the first flight.
  private var place: FloorPlace?
  /// Of the command for flags, and of the search for what is left of the span.
  private var comparison: Int?
  /// Whether the changes of all flags up to the server's count were taken.
  private var hasAllFlags = true
  /// Where messages that were missed are still searched for, and how often was searched.
  private var (searched, searches) = (NumberSet(), 0)
  /// What such a search has found, and is still to be fetched.
  private var pending = NumberSet()
  /// Whether the search for what is left of the span found nothing, though messages may be there.
  private var (hasSearched, isSpanDoubtful) = (false, false)
  private var window: FolderWindow?
  /// The place of the lowest message, counted from the oldest.
  private(set) var floorSequence: UInt32?

  /// New messages that are asked for at once.
  private static let chunk: UInt32 = 500
  private static let searchLimit = 100

  /// - Parameters:
  ///   - folder: as it is to be opened.
  ///   - known: what the store has.
  ///   - checkpoint: how far it was read; nil where the last reading did not end.
  ///   - isWhole: whether the store has all of it, down to its end.
  ///   - limit: how many messages are wanted of a folder that was made anew.
  ///   - now: the present, in seconds since 1970.
  init(
    _ folder: OpenFolder,
    _ known: KnownMessages,
    since checkpoint: FolderCheckpoint?,
    isWhole: Bool,
    limit: Int,
    abilities: ServerAbilities,
    now: Int64
  ) {
    name = folder.name
    (self.folder, self.known, self.checkpoint, self.isWhole) = (folder, known, checkpoint, isWhole)
    (self.limit, self.abilities, self.now) = (limit, abilities, now)
    rows = RowFetch(now: now)
  }

  mutating func next(_ answers: FlightAnswers?) throws -> DialogueStep {
    if let current = answers?.folder { folder = current }
    let taken = answers ?? FlightAnswers()
    switch phase {
    case .start: return try start()
    case .changes: return try takeChanges(taken)
    case .comparing:
      takeFlags(taken)
      takeRemaining(taken)
      return try search()
    case .rows:
      try rows.takeRows(taken)
      takeFlags(taken)
      return rows.hasRows ? try search() : try sendRows()
    case .searching: return try takeSearch(taken)
    case .texts:
      try rows.takeTexts(taken)
      return rows.hasTexts ? store() : .send(try rows.textFlight)
    case .stored: return try goOn()
    case .window:
      let step = try window?.next(answers)
      floorSequence = window?.floorSequence
      return withOldGone(step ?? .end(nil))
    }
  }

  // MARK: One flight

  private var generation: UInt32 { checkpoint?.uidValidity ?? known.generation }

  private mutating func start() throws -> DialogueStep {
    first = checkpoint?.uidNext ?? (known.messages.last.map { $0 == .max ? $0 : $0 + 1 } ?? 1)
    span = known.span(upTo: first - 1)
    method = ChangeMethod(since: checkpoint, abilities)
    let option = method.option(for: span, abilities)
    var commands = [try Command.examine(name, option)]
    rowPosition = commands.count
    let new = NumberSet(first...first.addingClamped(Self.chunk - 1))
    rows.begin(new, isByUID: true, areThere: false)
    commands += try rows.rowCommands
    commands += try comparison(method, at: commands.count)
    place = FloorPlace(of: known, abilities)
    if let place { commands.append(try place.command) }
    sent = commands
    phase = .changes
    return .send(Flight(commands, opening: name))
  }

  private mutating func comparison(
    _ method: ChangeMethod,
    at position: Int
  ) throws -> [Command] {
    guard let items = try method.flags(of: known, in: span) else { return [] }
    comparison = position
    return [items, try .uidSearch([.uid(span)], returning: returning)]
  }

  private var returning: [Command.SearchReturn] { abilities.searchesBriefly ? [.all] : [] }

  private mutating func takeChanges(_ answers: FlightAnswers) throws -> DialogueStep {
    try answers.requireFirst(of: sent)
    guard folder.uidValidity == generation || known.messages.isEmpty && checkpoint == nil else {
      return try readAnew()
    }
    try rows.takeRows(answers, at: rowPosition)
    takeFlags(answers)
    takeAway(answers.vanished)
    floorSequence = place?.place(in: answers, at: sent.count - 1)
    takeRemaining(answers)
    return rows.hasRows ? try search() : try sendRows()
  }

  private mutating func takeFlags(_ answers: FlightAnswers) {
    for message in answers.messages {
      guard let uid = message.uid, let names = message.flags, let old = known.flags[uid] else {
        continue
      }
      let flags = MessageFlags(names: names)
      let key = MessageKey(uidValidity: folder.uidValidity, uid: uid)
      // The last word counts.
      batch.flagged[key] = flags == old ? nil : flags
    }
  }

  /// What the search in the span has not found is gone.
  private mutating func takeRemaining(_ answers: FlightAnswers) {
    guard let position = comparison else { return }
    comparison = nil
    hasAllFlags = answers.completions[position].isWhole
    let search = answers.completions[position + 1]
    isSpanDoubtful = isInVain(position + 1, answers)
    let found = isSpanDoubtful ? nil : answers.searches[position + 1]
    guard let present = found, search.kind == .ok else { return }
    takeAway(known.messages.intersection(span).from(search.lowestSeen ?? 1).subtracting(present))
  }

  private func isInVain(_ search: Int, _ answers: FlightAnswers) -> Bool {
    answers.isInVain(search, besides: rows.uids.subtracting(known.messages).count)
  }

  private mutating func takeAway(_ numbers: NumberSet) {
    let gone = known.messages.intersection(numbers)
    guard !gone.isEmpty else { return }
    known.messages = known.messages.subtracting(gone)
    batch.gone += gone.numbers.map { MessageKey(uidValidity: folder.uidValidity, uid: $0) }
  }

  // MARK: What was missed

  /// Whether the server counts changes from another beginning than last time, or not any more.
  private var countsAnew: Bool {
    guard let last = checkpoint?.modSeq else { return false }
    if method == .comparison { return false }
    return folder.modSeq.map { $0 < last } ?? true
  }

  /// Looks for messages beyond those that were asked for, and where there are others than expected
  /// by the server's count.
  private mutating func search() throws -> DialogueStep {
    if countsAnew, !span.isEmpty {
      (method, phase) = (.comparison, .comparing)
      return .send(Flight(try comparison(.comparison, at: 0)))
    }
    guard !hasSearched else { return try fetchTexts() }
    hasSearched = true
    let next = first.addingClamped(Self.chunk)
    let hasMore = folder.uidNext.map { $0 > next } ?? true
    let floor = isWhole ? 1 : floorSequence.flatMap { _ in known.floor?.uid }
    if isSpanDoubtful, let lowest = known.messages.first {
      // The last message of a folder is always in it.
      searched = NumberSet(from: lowest)
    } else if let floor, hasMore || !isComplete(from: floor) {
      searched = NumberSet(from: floor)
    } else if hasMore {
      searched = NumberSet(from: next)
    } else {
      return try fetchTexts()
    }
    phase = .searching
    return try sendSearch()
  }

  private mutating func sendSearch() throws -> DialogueStep {
    searches += 1
    return .send(Flight([try .uidSearch([.uid(searched)], returning: returning)]))
  }

  private func isComplete(from floor: UInt32) -> Bool {
    let below = isWhole ? 0 : Int(floorSequence ?? 1) - 1
    return Int(folder.count) - below == known.messages.from(floor).union(rows.uids).count
  }

  private mutating func takeSearch(_ answers: FlightAnswers) throws -> DialogueStep {
    let present = try answers.found(at: 0)
    guard !isInVain(0, answers) else { return try fetchTexts() }
    let lowest = answers.completions.first?.lowestSeen ?? 1
    // Where all numbers are lower, a server names its last message.
    let seen = searched.from(lowest)
    takeAway(known.messages.intersection(seen).subtracting(present))
    let missed = present.intersection(seen).subtracting(known.messages)
    pending = pending.union(missed.subtracting(rows.uids))
    searched = searched.below(lowest)
    // A server that looks at so many messages at once is asked about the others.
    if !searched.isEmpty, searches < Self.searchLimit { return try sendSearch() }
    return try fetchTexts()
  }

  // MARK: New messages

  private mutating func sendRows() throws -> DialogueStep {
    phase = .rows
    return .send(Flight(try rows.rowCommands))
  }

  private mutating func fetchTexts() throws -> DialogueStep {
    batch.skipped += rows.skipped(in: name)
    rows.beginTexts(except: known.messages)
    guard !rows.hasTexts else { return store() }
    phase = .texts
    return .send(try rows.textFlight)
  }

  private mutating func store() -> DialogueStep {
    let new = rows.messages.filter { !known.messages.contains($0.uid) }
    batch.new = new.map { $0.incoming(folder.uidValidity) }
    batch.gone += known.foreign
    known.foreign = []
    known.messages = known.messages.union(rows.uids)
    defer { batch = MailBatch() }
    phase = .stored
    return .report(batch)
  }

  /// Asks for the next of very many new messages.
  private mutating func goOn() throws -> DialogueStep {
    let numbers = pending.lowest(Int(Self.chunk))
    pending = pending.subtracting(numbers)
    guard !numbers.isEmpty else {
      var checkpoint = FolderCheckpoint(folder, newest: known.messages.last ?? 0)
      if !hasAllFlags { checkpoint?.modSeq = self.checkpoint?.modSeq }
      return .end(checkpoint)
    }
    rows = RowFetch(now: now)
    rows.begin(numbers, isByUID: true)
    return try sendRows()
  }

  // MARK: A folder that was made anew

  private mutating func readAnew() throws -> DialogueStep {
    batch.gone = known.keys(of: generation) + known.foreign
    window = FolderWindow(folder, KnownMessages(), limit: limit, abilities: abilities, now: now)
    phase = .window
    return withOldGone(try window?.next(nil) ?? .end(nil))
  }

  /// The old messages go when the first of the new ones come.
  private mutating func withOldGone(_ step: DialogueStep) -> DialogueStep {
    guard case .report(var new) = step else { return step }
    new.gone = batch.gone
    batch.gone = []
    return .report(new)
  }
}
