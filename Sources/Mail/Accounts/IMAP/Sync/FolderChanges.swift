import IMAP

/// Finds the changes of a folder: mostly in one round trip, and one more for texts of new messages.
struct FolderChanges: FolderDialogue {
  private enum Phase {
    case start
    case changes
    /// Compares flags, since the server's MODSEQ has decreased or is missing.
    case comparing
    case rows
    case searching
    case texts
    case stored
    case window
  }

  private let name: String
  private let checkpoint: FolderCheckpoint?
  private let terms: SyncTerms
  private let isWhole: Bool
  private var known: KnownMessages
  private var folder: OpenFolder
  private var method = ChangeMethod.comparison
  private var phase = Phase.start
  /// The lowest UID that a new message can have.
  private var first: UInt32 = 1
  /// The UIDs whose changes are asked for: all known UIDs, and mostly few others.
  private var span = NumberSet()
  private var rows: RowFetch
  private var batch = MailBatch()
  private var sent: [Command] = []
  private var rowPosition = 1
  /// Finds the floor's sequence number (``FloorPlace``) by the last command of the first flight.
  private var place: FloorPlace?
  /// The position of the command for flags; nil if there is none. The command after it searches for
  /// the messages of ``span`` that still exist.
  private var comparison: Int?
  /// Whether all changes of flags up to the server's MODSEQ were received.
  private var hasAllFlags = true
  /// The UIDs still to be searched for missed messages (on the server, but neither known nor
  /// fetched), and the number of searches sent.
  private var (searched, searches) = (NumberSet(), 0)
  /// Missed messages that a search has found, still to be fetched.
  private var pending = NumberSet()
  /// `hasSearched`: whether the need to search for missed messages was checked. `isSpanDoubtful`:
  /// whether the search of ``span`` got no response, perhaps by a fault.
  private var (hasSearched, isSpanDoubtful) = (false, false)
  private var window: FolderWindow?
  /// The floor's sequence number (``FloorPlace``); nil if unknown.
  private(set) var floorSequence: UInt32?

  /// The highest number of new or missed messages fetched at once.
  private static let chunk: UInt32 = 500
  private static let searchLimit = 100

  /// - Parameters:
  ///   - checkpoint: the checkpoint of the last completed sync; nil if there is none.
  ///   - isWhole: whether the folder is stored completely.
  init(
    _ folder: OpenFolder,
    _ known: KnownMessages,
    since checkpoint: FolderCheckpoint?,
    isWhole: Bool,
    _ terms: SyncTerms
  ) {
    name = folder.name
    (self.folder, self.known, self.checkpoint, self.isWhole) = (folder, known, checkpoint, isWhole)
    self.terms = terms
    rows = RowFetch(now: terms.now)
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

  // MARK: The first flight

  private var generation: UInt32 { checkpoint?.uidValidity ?? known.generation }

  private mutating func start() throws -> DialogueStep {
    first = checkpoint?.uidNext ?? (known.messages.last.map { $0 == .max ? $0 : $0 + 1 } ?? 1)
    span = known.span(upTo: first - 1)
    method = ChangeMethod(since: checkpoint, terms.abilities)
    let option = method.option(for: span, terms.abilities)
    var commands = [try Command.examine(name, option)]
    rowPosition = commands.count
    let new = NumberSet(first...first.addingClamped(Self.chunk - 1))
    rows.begin(new, isByUID: true, areThere: false)
    commands += try rows.rowCommands
    commands += try comparison(method, at: commands.count)
    place = FloorPlace(of: known, terms.abilities)
    if let place { commands.append(try place.command) }
    sent = commands
    phase = .changes
    return .send(Flight(commands, opening: name))
  }

  private mutating func comparison(_ method: ChangeMethod, at position: Int) throws -> [Command] {
    guard let items = try method.flags(of: known, in: span) else { return [] }
    comparison = position
    return [items, try .uidSearch([.uid(span)], returning: returning)]
  }

  private var returning: [Command.SearchReturn] {
    terms.abilities.searchesBriefly ? [.all] : []
  }

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
      // Keeps the flags of the latest response, which may be the old flags again.
      batch.flagged[key] = flags == old ? nil : flags
    }
  }

  /// Notes whether all flags were received. Notes messages as expunged if the search of
  /// ``span`` has a result without them.
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

  // MARK: Missed messages

  /// Whether flags must be compared after all: the server's MODSEQ is lower than at the last sync,
  /// or missing.
  private var countsAnew: Bool {
    guard let last = checkpoint?.modSeq else { return false }
    if method == .comparison { return false }
    return folder.modSeq.map { $0 < last } ?? true
  }

  /// The next step after the requested messages came: compares flags if ``countsAnew``; else
  /// searches once for missed messages if there may be any; else fetches texts.
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
      // The range up to `*` includes the last message, so a working search finds something.
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
    // Only UIDs that were searched: for `n:*`, servers return the last message even if below n.
    let seen = searched.from(lowest)
    takeAway(known.messages.intersection(seen).subtracting(present))
    let missed = present.intersection(seen).subtracting(known.messages)
    pending = pending.union(missed.subtracting(rows.uids))
    searched = searched.below(lowest)
    // Asks again about the rest if the server searches only a limited number of messages at once.
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

  /// Fetches the next chunk of missed messages, or ends the dialogue.
  private mutating func goOn() throws -> DialogueStep {
    let numbers = pending.lowest(Int(Self.chunk))
    pending = pending.subtracting(numbers)
    guard !numbers.isEmpty else {
      var checkpoint = FolderCheckpoint(folder, newest: known.messages.last ?? 0)
      if !hasAllFlags { checkpoint?.modSeq = self.checkpoint?.modSeq }
      return .end(checkpoint)
    }
    rows = RowFetch(now: terms.now)
    rows.begin(numbers, isByUID: true)
    return try sendRows()
  }

  // MARK: A folder with a new UIDVALIDITY

  private mutating func readAnew() throws -> DialogueStep {
    batch.gone = known.keys(of: generation) + known.foreign
    window = FolderWindow(folder, KnownMessages(), terms)
    phase = .window
    return withOldGone(try window?.next(nil) ?? .end(nil))
  }

  /// Adds the removal of the old messages to the first reported batch.
  private mutating func withOldGone(_ step: DialogueStep) -> DialogueStep {
    guard case .report(var new) = step else { return step }
    new.gone = batch.gone
    batch.gone = []
    return .report(new)
  }
}

private enum ChangeMethod: Equatable {
  /// With QRESYNC: the server reports all changes when the folder is opened.
  case quickResync(since: FolderCheckpoint, modSeq: UInt64)
  /// With CONDSTORE: the server reports changed flags on demand, and a search shows expunges.
  case changedFlags(since: UInt64)
  /// Without extensions, or without an earlier MODSEQ: the flags of ``KnownMessages/compared`` are
  /// fetched and compared, and a search shows expunges.
  case comparison

  init(since checkpoint: FolderCheckpoint?, _ abilities: ServerAbilities) {
    guard let checkpoint, let modSeq = checkpoint.modSeq, modSeq > 0 else {
      self = .comparison
      return
    }
    self =
      abilities.hasQuickResync
      ? .quickResync(since: checkpoint, modSeq: modSeq)
      : abilities.countsChanges ? .changedFlags(since: modSeq) : .comparison
  }

  /// The option for opening the folder.
  ///
  /// - Parameter span: the UIDs whose changes are asked for.
  func option(for span: NumberSet, _ abilities: ServerAbilities) -> Command.ExamineOption {
    switch self {
    case .quickResync(let last, let modSeq) where !span.isEmpty:
      .qresync(uidValidity: last.uidValidity, modSeq: modSeq, known: span)
    case .comparison where !abilities.countsChanges: .plain
    default: .condstore
    }
  }

  /// The command for changed flags, or for flags to compare; nil if none is needed.
  func flags(of known: KnownMessages, in span: NumberSet) throws -> Command? {
    guard !span.isEmpty else { return nil }
    return switch self {
    case .quickResync: nil
    case .changedFlags(let modSeq):
      try .uidFetch(span, [.uid, .flags], changedSince: modSeq)
    case .comparison: try .uidFetch(known.compared, [.uid, .flags])
    }
  }
}
