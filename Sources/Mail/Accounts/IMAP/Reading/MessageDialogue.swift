import IMAP

/// Fetches one message: only its texts if its structure is usable, else the whole message.
///
/// If the store knows which sections to fetch, this takes one round trip.
struct MessageDialogue {
  typealias Step = ReadingStep<FoundMessage>

  /// The next request is so large that other messages in the flight should not wait for it.
  struct NotShared: Error {}

  /// Limits of a request, in bytes.
  struct Limits: Sendable {
    /// The limit of each text.
    let text: Int
    /// The limit of a message fetched as a whole.
    let whole: Int

    /// The limits for a message that shares its flights with no other. The whole message and its
    /// header together stay within ``FoundMessage/limit``.
    static let alone = Limits(
      text: WantedSections.textLimit,
      whole: FoundMessage.limit - Flight.headerLimit
    )
    /// The limits for messages that share flights; few have longer texts. Even with the most texts
    /// in each message, a group (``MessageGroups/limit``) stays below half of a flight's limit.
    static let shared = Limits(text: 128 << 10, whole: 128 << 10)
  }

  private let place: ServerPlace
  private let plan: ReadingPlan?
  private let isShared: Bool
  private var isOpen: Bool
  private var commands: [Command] = []
  /// The sections requested so far; nil while the whole message is requested.
  private var asked: Set<Section>? = []
  private var message = FetchedMessage(sequenceNumber: 0)
  private var isThere = false

  /// - Parameters:
  ///   - plan: the plan in the store; nil if there is none.
  ///   - isShared: whether other messages are in the same flights. If so, a message that is longer
  ///     than most, or cannot be read as planned, ends with ``NotShared``.
  init(_ place: ServerPlace, _ plan: ReadingPlan?, isOpen: Bool, isShared: Bool = false) {
    (self.place, self.plan, self.isOpen, self.isShared) = (place, plan, isOpen, isShared)
  }

  /// - Parameter answers: the answers to the last flight returned; nil at first.
  /// - Throws: ``DialogueFailure``, ``MailError/messageGone(path:)``, ``NotShared``, or
  ///   `CommandError` for a name that cannot be sent.
  mutating func next(_ answers: FlightAnswers?) throws -> Step {
    guard let answers else {
      switch plan {
      case .whole: return try askForWhole()
      case .sections(let wanted): return try ask(for: wanted.sections, isFirst: true)
      case nil: return try ask(for: [], isFirst: true)
      }
    }
    if !isOpen { try answers.requireFirst(of: commands) }
    guard answers.folder?.uidValidity == place.uidValidity else {
      throw MailError.messageGone(path: place.folder)
    }
    isOpen = true
    take(answers)
    let status = answers.completions.last ?? Status(.no)
    guard let asked else { return .found(try all(status)) }
    guard status.kind == .ok else { return try askForAll() }
    guard isThere else { throw MailError.messageGone(path: place.folder) }
    return try assemble(asked)
  }

  // MARK: Requests

  private mutating func ask(for sections: [Section], isFirst: Bool) throws -> Step {
    var items: [FetchItem] = [.uid]
    if isFirst { items += [.internalDate, .bodyStructure, .section(Self.header)] }
    for section in sections {
      items.append(.section(section, range: isContent(section) ? 0..<limits.text : nil))
    }
    asked?.formUnion(sections)
    return try send(items, literalLimit: WantedSections.textLimit + Self.tolerance)
  }

  private func isContent(_ section: Section) -> Bool {
    section.kind == .whole || section.kind == .text
  }

  /// Asks for the whole message, which cannot be read as planned; fails in a shared flight.
  private mutating func askForAll() throws -> Step {
    if isShared { throw NotShared() }
    return try askForWhole()
  }

  private mutating func askForWhole() throws -> Step {
    asked = nil
    message = FetchedMessage(sequenceNumber: 0)
    isThere = false
    return try send(
      [.uid, .internalDate, .section(Section(.whole), range: 0..<limits.whole)],
      literalLimit: max(limits.whole, WantedSections.textLimit) + Self.tolerance
    )
  }

  private mutating func send(_ items: [FetchItem], literalLimit: Int) throws -> Step {
    let fetch = try Command.uidFetch(NumberSet(place.uid...place.uid), items)
    let (folder, limit) = (place.folder, literalLimit)
    let flight = try Flight([fetch], in: folder, isOpen: isOpen, literalLimit: limit)
    commands = flight.commands
    return .send(flight)
  }

  private var limits: Limits { isShared ? .shared : .alone }

  private static let header = Section(.header)
  /// The number of bytes beyond a request that are accepted: some servers send slightly more.
  private static let tolerance = 4096

  // MARK: Answers

  /// Merges the responses about the message, since some servers send it in pieces.
  private mutating func take(_ answers: FlightAnswers) {
    for piece in answers.messages where piece.uid == place.uid {
      isThere = isThere || piece.structure != nil || !piece.sections.isEmpty
      message.structure = piece.structure ?? message.structure
      message.internalDate = piece.internalDate ?? message.internalDate
      message.sections.merge(piece.sections) { $1 }
    }
  }

  private mutating func assemble(_ asked: Set<Section>) throws -> Step {
    guard let tree = message.structure.flatMap({ PartTree($0) }), let wanted = WantedSections(tree),
      let header = message.bytes(of: Self.header), !header.isEmpty
    else { return try askForAll() }
    let missing = wanted.sections.filter { message.bytes(of: $0) == nil }
    guard missing.isEmpty else {
      return asked.isDisjoint(with: missing)
        ? try ask(for: missing, isFirst: false) : try askForAll()
    }
    if isShared, wanted.sections.contains(where: isCut) { throw NotShared() }
    guard let parts = FetchedTree.parts(tree, message) else { return try askForAll() }
    var found = found(header)
    found.parts = parts
    return .found(found)
  }

  private func isCut(_ section: Section) -> Bool {
    isContent(section) && (message.bytes(of: section)?.count ?? 0) >= limits.text
  }

  private func all(_ status: Status) throws -> FoundMessage {
    guard status.kind == .ok else { throw DialogueFailure(.refused, "FETCH", status.text) }
    guard let bytes = message.bytes(of: Section(.whole)) else {
      throw MailError.messageGone(path: place.folder)
    }
    let isCut = bytes.count >= limits.whole
    if isCut, isShared { throw NotShared() }
    var found = found(bytes)
    found.isCut = isCut
    return found
  }

  private func found(_ bytes: [UInt8]) -> FoundMessage {
    FoundMessage(bytes: bytes, isCut: false, path: "", received: message.internalDate ?? 0)
  }
}

extension IMAPSession {
  /// Reads one message.
  ///
  /// - Parameter hint: the hint that was stored when the message was listed.
  /// - Throws: ``MailError/messageGone(path:)``, and the errors of a flight.
  func message(at place: ServerPlace, _ hint: PlaceHint?) async throws -> FoundMessage {
    let isOpen = folder?.name == place.folder
    var dialogue = MessageDialogue(place, ReadingPlan(hint), isOpen: isOpen)
    return try await runDialogue { try dialogue.next($0) }
  }

  /// Sends the flights of a dialogue until something is found.
  ///
  /// - Parameter next: takes the answers to the last flight; nil at first.
  func runDialogue<Found>(
    _ next: (FlightAnswers?) throws -> ReadingStep<Found>
  ) async throws -> Found {
    var answers: FlightAnswers?
    while true {
      try Task.checkCancellation()
      switch try next(answers) {
      case .send(let flight): answers = try await run(flight)
      case .found(let found): return found
      }
    }
  }
}

/// A step of a dialogue that reads something from a server.
enum ReadingStep<Found: Sendable>: Sendable {
  case send(Flight)
  case found(Found)
}
