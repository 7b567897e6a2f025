import IMAP

/// Fetches the data for rows of the list. First, the header of each message and the beginning of
/// its text; second, where a row needs them, more of the text and the message's structure.
struct RowFetch {
  private let now: Int64
  private(set) var asked = NumberSet()
  private var isByUID = true
  private var rows = SetFetch()
  private var texts = SetFetch()
  /// Messages whose structure is needed.
  private var structures = NumberSet()
  private var byUID: [UInt32: ServerMessage] = [:]
  /// Messages received in part, by the UID or sequence number under which they were requested.
  private var parts: [UInt32: FetchedMessage] = [:]
  /// The UIDs or sequence numbers of the messages received.
  private var came: Set<UInt32> = []
  /// Whether every requested number belongs to a message.
  private var areThere = true
  private var hasAskedAgain = false
  /// Messages that the server has refused.
  private var refused = NumberSet()
  /// The server's text about the last refused message.
  private(set) var reason = ""

  /// - Parameter now: the current time, in seconds since 1970.
  init(now: Int64) { self.now = now }

  /// Begins to fetch.
  ///
  /// - Parameters:
  ///   - numbers: UIDs or sequence numbers.
  ///   - areThere: whether every number belongs to a message.
  mutating func begin(_ numbers: NumberSet, isByUID: Bool, areThere: Bool = true) {
    (asked, self.isByUID, self.areThere) = (numbers, isByUID, areThere)
    rows = SetFetch(numbers, MessageItems.row, isByUID: isByUID)
  }

  /// The messages, in the order of their UIDs.
  var messages: [ServerMessage] { byUID.values.sorted { $0.uid < $1.uid } }
  var uids: NumberSet { NumberSet(byUID.keys) }

  // MARK: Headers

  var hasRows: Bool { rows.isDone }
  var rowCommands: [Command] { get throws { try rows.commands } }

  mutating func takeRows(_ answers: FlightAnswers, at position: Int = 0) throws {
    try rows.take(answers, at: position)
    for message in answers.messages {
      guard let number = isByUID ? message.uid : message.sequenceNumber, asked.contains(number)
      else { continue }
      take(message, by: number)
    }
    guard rows.isDone else { return }
    guard !hasAskedAgain else { return noteUnreadable(in: answers.folder) }
    (refused, reason) = (rows.refused, rows.reason)
    if rows.items == MessageItems.row, !refused.isEmpty {
      // Asks for the headers alone: some servers cannot send the text of some messages.
      rows = rows.refused(asking: MessageItems.header)
    } else {
      askAgain(in: answers.folder)
    }
  }

  private mutating func take(_ message: FetchedMessage, by number: UInt32) {
    // Skips a report of changed flags, for a message that is already complete.
    if message.hasOnlyFlags, parts[number] == nil, came.contains(number) { return }
    var whole = parts[number] ?? message
    if let uid = message.uid, let known = whole.uid, uid != known { whole = message }
    whole.add(message)
    if let row = ServerMessage(whole, now: now) {
      byUID[row.uid] = row
      came.insert(number)
    }
    parts[number] = whole.lacks(rows.items) ? whole : nil
  }

  /// Makes a row for each message that came without a header, from the rest of the message. Skips
  /// responses with flags only: their messages arrived meanwhile, or are gone.
  private mutating func noteUnreadable(in folder: OpenFolder?) {
    let generation = folder.map { "\($0.name).\($0.uidValidity)" } ?? ""
    for message in parts.values where !message.hasOnlyFlags {
      guard let uid = message.uid, uid > 0, byUID[uid] == nil else { continue }
      byUID[uid] = ServerMessage(unreadable: message, uid, in: generation, now: now)
    }
    parts = [:]
  }

  /// Asks once more for messages that are incomplete or missing, by ``MessageItems/whole``: some
  /// servers cannot send some headers alone.
  private mutating func askAgain(in folder: OpenFolder?) {
    hasAskedAgain = true
    let absent = areThere ? asked.subtracting(NumberSet(came)) : NumberSet()
    let missing = NumberSet(parts.keys).union(absent)
    rows = .again(missing, MessageItems.whole, isByUID: isByUID)
    if rows.isDone { noteUnreadable(in: folder) }
  }

  /// A note for each message that the server has not sent; at most ten.
  func skipped(in folder: String) -> [SkippedMessage] {
    let count = areThere ? asked.count - byUID.count : refused.count
    guard count > 0 else { return [] }
    let reason = reason.isEmpty ? "the server has not sent it" : reason
    return Array(repeating: SkippedMessage(path: folder, reason: reason), count: min(count, 10))
  }

  // MARK: Texts

  /// Begins to fetch the missing data for rows: texts of their newest messages, and structures.
  ///
  /// - Parameter known: messages that are stored with their texts.
  mutating func beginTexts(except known: NumberSet) {
    let new = messages.filter { !known.contains($0.uid) }
    let newest = NewestOfRows.positions(in: new.map(\.head)).map { new[$0] }
    let cut = NumberSet(newest.filter { !$0.hasAllWords }.map(\.uid))
    texts = SetFetch(cut, MessageItems.text, isByUID: true)
    let unplanned = newest.filter { !$0.hasPlan }
    structures = NumberSet((unplanned + new.filter(\.mayHideFiles)).map(\.uid))
  }

  var hasTexts: Bool { texts.isDone && structures.isEmpty }
  var textCommands: [Command] {
    get throws {
      try texts.commands
        + (structures.isEmpty ? [] : [.uidFetch(structures, MessageItems.structure)])
    }
  }
  var textFlight: Flight { get throws { Flight(try textCommands) } }

  mutating func takeTexts(_ answers: FlightAnswers, at position: Int = 0) throws {
    try texts.take(answers, at: position)
    for message in answers.messages {
      guard let uid = message.uid, texts.asked.contains(uid) || structures.contains(uid) else {
        continue
      }
      byUID[uid]?.add(message, now: now)
    }
    // Some servers cannot give the structure: the row may then lack its mark for attachments, but
    // is otherwise right.
    structures = NumberSet()
  }
}

extension FetchedMessage {
  /// Whether a part of the row's data is missing.
  fileprivate func lacks(_ items: [FetchItem]) -> Bool {
    let isTextMissing = items == MessageItems.row && !sections.keys.contains { $0.kind == .text }
    return uid == nil || flags == nil || rowHeader == nil || isTextMissing
  }
}

enum MessageItems {
  /// The header fields for a row and for searches; about 650 bytes per message.
  private static let fields = [
    "DATE", "FROM", "SENDER", "REPLY-TO", "TO", "CC", "SUBJECT", "MESSAGE-ID", "REFERENCES",
    "IN-REPLY-TO", "CONTENT-TYPE", "CONTENT-TRANSFER-ENCODING", "CONTENT-DISPOSITION",
  ]
  /// The number of bytes of each text that are fetched with its header. For half of all messages
  /// this includes all words that a row shows.
  static let beginning = 384
  /// The number of bytes up to which a shown text is fetched if its ``beginning`` is not enough.
  ///
  /// Of 817 real messages, from the tests of other mail programs, 99.5 % get the same first words
  /// as from their complete text; so does every message whose ``beginning`` was judged to be
  /// enough. Both limits together cost 1.1 kB for a conversation of one message, and 1.4 kB for a
  /// conversation of two. Fetching 4 kB of each newest message alone would cost 1.5 kB.
  /// `TextBeginningTests` prints such figures.
  static let textLimit = 4096

  /// The items for every message.
  static let row: [FetchItem] = header + [.section(Section(.text), range: 0..<beginning)]
  /// The items of ``row`` without the text, for a message whose text the server cannot read.
  static let header: [FetchItem] = [.uid, .flags, .internalDate, .size, .headerFields(fields)]

  /// The items of a message whose header is not sent alone: its first 32 kB, headers included.
  static let whole: [FetchItem] =
    [.uid, .flags, .internalDate, .size, .section(Section(.whole), range: 0..<wholeLimit)]
  static let wholeLimit = 32 << 10

  /// The text after its ``beginning``, up to ``textLimit``.
  static let text: [FetchItem] = [.uid, .section(Section(.text), range: beginning..<textLimit)]
  /// The structure, which shows whether files are attached, and what to fetch when the message is
  /// read.
  static let structure: [FetchItem] = [.uid, .bodyStructure]
}

/// Finds the newest message of each conversation in a batch: the row shows this message's text.
enum NewestOfRows {
  /// Groups messages by the message IDs in their headers. Two messages of a conversation that only
  /// the store can link are two groups here, so one text is fetched that no row shows.
  ///
  /// - Returns: the index of the newest message of each group.
  static func positions(in heads: [MessageHead]) -> [Int] {
    var parents: [String: String] = [:]
    func root(_ name: String) -> String {
      var name = name
      while let parent = parents[name], parent != name { name = parent }
      return name
    }
    for head in heads {
      let own = root(head.messageID)
      parents[own] = own
      for reference in head.references {
        let other = root(reference)
        if other != own { parents[other] = own }
      }
    }
    var newest: [String: Int] = [:]
    for (index, head) in heads.enumerated() {
      let row = root(head.messageID)
      if let other = newest[row], heads[other].date > head.date { continue }
      newest[row] = index
    }
    return newest.values.sorted()
  }
}
