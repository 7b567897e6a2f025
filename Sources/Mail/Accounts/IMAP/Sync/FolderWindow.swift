import Glibc
import IMAP

/// Reads the next messages of a folder, from newer to older: a window, which is a range of sequence
/// numbers at the folder's top or right below the last window.
///
/// UIDs are given in the order in which messages enter a folder. That order is mostly the order of
/// dates, but not if mail was moved, or if a server gives newer messages lower UIDs. So each window
/// ends with a search for late messages, which have lower UIDs, but arrived no earlier than the
/// window's lowest messages. Up to 200 late messages are fetched, too. If there are more, the
/// window is extended, or reading continues by days (``FolderDays``).
struct FolderWindow: FolderDialogue {
  private enum Phase {
    case start
    case opening
    case rows
    case texts
    case late
    case lateTexts
    case days
    case reported
  }

  private let name: String
  private let known: KnownMessages
  /// Stored messages of an interrupted first reading, or of another UIDVALIDITY. They may have
  /// changed, so they are removed from the store before the window's messages are stored.
  private let stale: [MessageKey]
  private let terms: SyncTerms
  private var folder: OpenFolder
  private var phase = Phase.start
  private var window: ClosedRange<UInt32> = 1...1
  private var floorUID: UInt32 = 1
  /// The first day of complete mail: at the dialogue's end, all mail from this day on is known.
  private var firstDay: Int64 = 0
  private var rows: RowFetch
  private var late: RowFetch
  private var days: FolderDays
  private var skipped: [SkippedMessage] = []
  private var opening: [Command] = []
  private var place: FloorPlace?
  private var emptyWindows = 0
  private var hasSearched = false
  /// Late messages for which the window was extended.
  private var below = NumberSet()

  /// The number of windows that were empty, or fetched again after expunges, at which the attempt
  /// ends. If that many are empty, the server's count includes messages that it does not have.
  private static let emptyLimit = 20
  /// The number of late messages above which the window is extended, or the folder read by days.
  private static let lateLimit = 200
  /// The number of messages at the window's lower end. Their median arrival counts as the date of
  /// that end, so that a few moved messages make no difference.
  private static let floorSample = 9
  /// The highest number of messages by which a window is extended.
  private static let longest: UInt32 = 1000
  /// The share of a window's messages that should be shown at once (``firstDayToSearch``): 3 of 5.
  private static let enough = (parts: 3, of: 5)

  /// - Parameter folder: the open folder, or the folder to open.
  init(_ folder: OpenFolder, _ known: KnownMessages, _ terms: SyncTerms) {
    stale = known.floor == nil ? known.keys(of: known.generation) + known.foreign : []
    let known = known.floor == nil ? KnownMessages() : known
    (self.folder, self.known, self.terms) = (folder, known, terms)
    name = folder.name
    rows = RowFetch(now: terms.now)
    late = RowFetch(now: terms.now)
    days = FolderDays(known, terms)
  }

  /// The window's lowest sequence number at the end of the dialogue; nil after reading by days.
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
    place = FloorPlace(of: known, terms.abilities)
    return try open()
  }

  /// Opens the folder if needed, and asks for the floor's sequence number if there is a floor.
  private mutating func open() throws -> DialogueStep {
    phase = .opening
    opening = folder.isOpen ? [] : [try Command.examine(name)]
    if let place { opening.append(try place.command) }
    guard !opening.isEmpty else { return try begin() }
    return .send(Flight(opening, opening: folder.isOpen ? nil : name))
  }

  private mutating func opened(_ answers: FlightAnswers) throws -> DialogueStep {
    // A failed search is no error here: ``FloorPlace/withoutSearch`` replaces it.
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
      throw DialogueFailure(.notUnderstood, "EXAMINE", reason)
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
      // Begins at the top if the floor's number is unknown. Messages read twice do no harm.
      top = min(folder.floorSequence.map { $0 - min($0, 1) } ?? .max, folder.count)
    }
    guard top > 0 else { return reachEnd() }
    return try read(downFrom: top)
  }

  private mutating func read(downFrom top: UInt32) throws -> DialogueStep {
    let limit = UInt32(clamping: max(1, terms.limit))
    window = (top > limit ? top - limit + 1 : 1)...top
    rows.begin(NumberSet(window), isByUID: false)
    phase = .rows
    return .send(Flight(try rows.rowCommands))
  }

  /// Fetches the window again after messages were expunged, as servers may report at the end of
  /// IDLE: the requested sequence numbers belong to other messages, or to none. Nil after many
  /// attempts.
  private mutating func planAnew() throws -> DialogueStep? {
    emptyWindows += 1
    guard emptyWindows < Self.emptyLimit else { return nil }
    rows = RowFetch(now: terms.now)
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
        throw DialogueFailure(.notUnderstood, "FETCH", rows.reason)
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
          returning: terms.abilities.searchesBriefly ? [.all] : []
        )
      )
    }
    guard !commands.isEmpty else { return finish() }
    phase = .texts
    return .send(Flight(commands))
  }

  /// The first day of the search for late mail: mostly the window's first complete day.
  ///
  /// From that day on, a search finds nothing below the window if UIDs are in the order of arrival.
  /// But the window's rows of earlier days cannot be shown yet. If these are many, because much
  /// mail arrives each day, the search begins with the day of the window's lowest messages, which
  /// costs two more round trips.
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

  /// Handles many late messages: extends the window by their number, since on a day with much mail
  /// they are right below the window. Reads by days if there are too many, or some are elsewhere.
  private mutating func readManyLate() throws -> DialogueStep {
    let count = UInt32(clamping: late.asked.count)
    below = late.asked
    late = RowFetch(now: terms.now)
    let top = window.lowerBound - 1
    guard count <= Self.longest, top <= folder.count else { return leaveForDays() }
    let lowest = top > count ? top - count + 1 : 1
    window = lowest...window.upperBound
    late.begin(NumberSet(lowest...top), isByUID: false)
    phase = .late
    return .send(Flight(try late.rowCommands))
  }

  /// Stores the messages read so far, and continues by days.
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

  private mutating func takeLateTexts(_ answers: FlightAnswers) throws -> DialogueStep {
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
