import Glibc
import IMAP

/// Reads a folder from the newest message downward, one window of places after the other.
///
/// Numbers are given in the order in which messages come into a folder, which is most often that of
/// their dates, but not where mail was moved or a server counts backward. So each window ends with
/// a question: what arrived as late as the window's floor, and stands below it? A few such messages
/// are fetched, too; where there are many, the folder is read by days from there on.
struct FolderWindow: FolderDialogue {
  private enum Phase {
    case start
    case opening
    case rows
    case texts
    /// Below the floor, and as new as what is above it.
    case late
    case lateTexts
    case days
    case reported
  }

  private let name: String
  private let known: KnownMessages
  /// What a first reading that was cut short has left. It may have changed since.
  private let stale: [MessageKey]
  private let limit: UInt32
  private let abilities: ServerAbilities
  private let now: Int64
  private var folder: OpenFolder
  private var phase = Phase.start
  /// The places of the window.
  private var window: ClosedRange<UInt32> = 1...1
  private var floorUID: UInt32 = 1
  /// What arrived on this day or later is known when this ends.
  private var firstDay: Int64 = 0
  private var rows: RowFetch
  private var late: RowFetch
  private var days: FolderDays
  private var skipped: [SkippedMessage] = []
  private var opening: [Command] = []
  private var place: FloorPlace?
  private var emptyWindows = 0
  private var hasSearched = false
  /// Late messages by which the window was made longer.
  private var below = NumberSet()

  /// A server that gives nothing of so many windows has none of what it counts.
  private static let emptyLimit = 20
  /// With more than this many messages below the floor, the folder is read by days.
  private static let lateLimit = 200
  /// Of so many messages at the window's lower end the middle one's date is the floor's: a few that
  /// were moved there make no difference.
  private static let floorSample = 9
  /// The most messages by which a window is made longer.
  private static let longest: UInt32 = 1000
  /// Which part of a window's messages must be shown at once.
  private static let enough = (parts: 3, of: 5)

  /// - Parameters:
  ///   - folder: as the connection has it open, or as it is to be opened.
  ///   - limit: how many messages are wanted, at least 1.
  ///   - now: the present, in seconds since 1970.
  init(
    _ folder: OpenFolder,
    _ known: KnownMessages,
    limit: Int,
    abilities: ServerAbilities,
    now: Int64
  ) {
    stale = known.floor == nil ? known.keys(of: known.generation) + known.foreign : []
    let known = known.floor == nil ? KnownMessages() : known
    (self.folder, self.known, self.abilities, self.now) = (folder, known, abilities, now)
    name = folder.name
    self.limit = UInt32(clamping: max(1, limit))
    rows = RowFetch(now: now)
    late = RowFetch(now: now)
    days = FolderDays(known, limit: limit, abilities: abilities, now: now)
  }

  /// The place of the floor's message when this has ended.
  var floorSequence: UInt32? { days.isDone ? nil : window.lowerBound }

  mutating func next(_ answers: FlightAnswers?) throws -> DialogueStep {
    let goneCount = folder.goneCount
    if let current = answers?.folder { folder = current }
    if phase == .rows, folder.goneCount != goneCount, let step = try planAnew() { return step }
    switch phase {
    case .start: return try start()
    case .opening: return try opened(answers ?? FlightAnswers())
    case .rows: return try takeRows(answers ?? FlightAnswers())
    case .texts: return try takeTexts(answers ?? FlightAnswers())
    case .late: return try takeLate(answers ?? FlightAnswers())
    case .lateTexts: return try takeLateTexts(answers ?? FlightAnswers())
    case .days: return try readDays(answers)
    case .reported: return .end(FolderCheckpoint(folder, newest: rows.uids.last ?? 0))
    }
  }

  // MARK: The window

  private mutating func start() throws -> DialogueStep {
    let knowsPlace = known.floor?.uid == nil || folder.floorSequence != nil
    if folder.isOpen, knowsPlace { return try begin() }
    place = FloorPlace(of: known, abilities)
    return try open()
  }

  /// Opens the folder, if it is not open, and asks for the floor's place.
  private mutating func open() throws -> DialogueStep {
    phase = .opening
    opening = folder.isOpen ? [] : [try Command.examine(name)]
    if let place { opening.append(try place.command) }
    guard !opening.isEmpty else { return try begin() }
    return .send(Flight(opening, opening: folder.isOpen ? nil : name))
  }

  private mutating func opened(_ answers: FlightAnswers) throws -> DialogueStep {
    // A server that cannot search is asked in the other way.
    if opening.first?.name != "SEARCH" { try answers.requireFirst(of: opening) }
    folder.floorSequence = place?.place(in: answers, at: opening.count - 1)
    if folder.floorSequence == nil, folder.uidValidity == known.floor?.uidValidity {
      place = place?.withoutSearch
      if place != nil { return try open() }
    }
    return try begin()
  }

  private mutating func begin() throws -> DialogueStep {
    guard folder.isCounted else {
      let reason = "it does not say how many messages there are"
      throw DialogueFailure(kind: .notUnderstood, step: "EXAMINE", reason: reason)
    }
    let top: UInt32
    switch known.floor {
    case nil: top = folder.count
    case let floor? where floor.uidValidity != folder.uidValidity:
      throw DialogueFailure.folderChanged
    case let floor? where floor.uid == nil:
      phase = .days
      return try readDays(nil)
    default:
      // None of those that were asked for may be left. What is read twice does no harm.
      top = min(folder.floorSequence.map { $0 - min($0, 1) } ?? .max, folder.count)
    }
    guard top > 0 else { return reachEnd() }
    return try read(downFrom: top)
  }

  private mutating func read(downFrom top: UInt32) throws -> DialogueStep {
    window = (top > limit ? top - limit + 1 : 1)...top
    rows.begin(NumberSet(window), isByUID: false)
    phase = .rows
    return .send(Flight(try rows.rowCommands))
  }

  /// Asks for the window once more where messages have gone meanwhile, as the server may tell of
  /// them at the end of IDLE: the places that were asked for are those of other messages, or none.
  private mutating func planAnew() throws -> DialogueStep? {
    emptyWindows += 1
    guard emptyWindows < Self.emptyLimit else { return nil }
    rows = RowFetch(now: now)
    return try start()
  }

  private mutating func takeRows(_ answers: FlightAnswers) throws -> DialogueStep {
    try rows.takeRows(answers)
    guard rows.hasRows else { return .send(Flight(try rows.rowCommands)) }
    skipped += rows.skipped(in: name)
    guard let lowest = rows.messages.first else {
      let top = min(window.lowerBound - 1, folder.count)
      guard top > 0 else { return reachEnd() }
      emptyWindows += 1
      guard emptyWindows < Self.emptyLimit else {
        throw DialogueFailure(kind: .notUnderstood, step: "FETCH", reason: rows.reason)
      }
      return try read(downFrom: top)
    }
    floorUID = lowest.uid
    rows.beginTexts(except: known.messages)
    var commands = try rows.textCommands
    if window.lowerBound > 1, !hasSearched {
      firstDay = firstDayToSearch
      commands.append(
        try .uidSearch(
          [.uid(NumberSet(1...max(1, floorUID - 1))), .since(firstDay * ArrivalDay.seconds)],
          returning: abilities.searchesBriefly ? [.all] : []
        )
      )
    }
    guard !commands.isEmpty else { return finish() }
    phase = .texts
    return .send(Flight(commands))
  }

  /// The day that the search for late mail begins with.
  ///
  /// From the first whole day of the window on, nothing below it is found where the numbers are in
  /// the order of arrival, and nothing more need be fetched; but rows of the days before wait.
  /// Where those are many, as there is much mail a day, the floor's own day costs two more round
  /// trips.
  private var firstDayToSearch: Int64 {
    let floor = rows.messages.prefix(Self.floorSample).map(\.arrived).sorted()
    let middle = floor[floor.count / 2]
    let whole = ArrivalDay.after(middle)
    let shown = rows.messages.count { $0.head.date >= ArrivalDay.latestDate(before: whole) }
    let isEnough = shown * Self.enough.of >= rows.messages.count * Self.enough.parts
    return isEnough ? whole : ArrivalDay.before(middle)
  }

  private mutating func takeTexts(_ answers: FlightAnswers) throws -> DialogueStep {
    let position = try rows.textCommands.count
    try rows.takeTexts(answers)
    if phase == .texts, window.lowerBound > 1, !hasSearched {
      let found = try answers.found(at: position)
      hasSearched = true
      let unknown = found.subtracting(known.messages).subtracting(rows.uids)
      late.begin(unknown, isByUID: true)
    }
    if !rows.hasTexts {
      return .send(try rows.textFlight)
    }
    guard late.asked.count <= Self.lateLimit else { return try readManyLate() }
    guard !late.hasRows else { return finish() }
    phase = .late
    return .send(Flight(try late.rowCommands))
  }

  /// On a day with much mail, the late messages are those right below the window, and it is made
  /// longer; where they are others, the folder is read by days from here on.
  private mutating func readManyLate() throws -> DialogueStep {
    let count = UInt32(clamping: late.asked.count)
    below = late.asked
    late = RowFetch(now: now)
    let top = window.lowerBound - 1
    guard count <= Self.longest, top <= folder.count else { return leaveForDays() }
    let lowest = top > count ? top - count + 1 : 1
    window = lowest...window.upperBound
    late.begin(NumberSet(lowest...top), isByUID: false)
    phase = .late
    return .send(Flight(try late.rowCommands))
  }

  /// What the window has is stored at once, and known from then on.
  private mutating func leaveForDays() -> DialogueStep {
    phase = .days
    return .report(batch(horizon: nil))
  }

  private mutating func takeLate(_ answers: FlightAnswers) throws -> DialogueStep {
    try late.takeRows(answers)
    guard late.hasRows else { return .send(Flight(try late.rowCommands)) }
    skipped += late.skipped(in: name)
    guard below.subtracting(late.uids).isEmpty else { return leaveForDays() }
    if !below.isEmpty, let lowest = late.uids.first { floorUID = min(floorUID, lowest) }
    late.beginTexts(except: known.messages)
    guard !late.hasTexts else { return finish() }
    phase = .lateTexts
    return .send(try late.textFlight)
  }

  private mutating func takeLateTexts(
    _ answers: FlightAnswers
  ) throws -> DialogueStep {
    try late.takeTexts(answers)
    guard !late.hasTexts else { return finish() }
    return .send(try late.textFlight)
  }

  private mutating func finish() -> DialogueStep {
    guard window.lowerBound > 1 else { return reachEnd() }
    phase = .reported
    let date = min(known.horizon, ArrivalDay.latestDate(before: firstDay))
    return .report(batch(horizon: .moved(to: Horizon(date, .from(uid: floorUID), of: folder))))
  }

  private mutating func reachEnd() -> DialogueStep {
    phase = .reported
    return .report(batch(horizon: .reachedEnd))
  }

  private func batch(horizon: HorizonChange?) -> MailBatch {
    var batch = MailBatch()
    batch.new = (rows.messages + late.messages).filter { !known.messages.contains($0.uid) }
      .map { $0.incoming(folder.uidValidity) }
    batch.gone = stale
    batch.skipped = skipped
    batch.horizon = horizon
    return batch
  }

  // MARK: Days

  private mutating func readDays(_ answers: FlightAnswers?) throws -> DialogueStep {
    let step = try days.next(answers, in: folder, besides: rows.uids.union(late.uids))
    if days.isDone { phase = .reported }
    return step
  }
}
