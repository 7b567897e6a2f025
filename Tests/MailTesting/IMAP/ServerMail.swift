/// The mail of an imaginary IMAP server, with its record of removed messages.
public struct ServerMail: Sendable {
  /// A message in a folder.
  public struct Message: Sendable {
    public internal(set) var uid: UInt32
    public internal(set) var flags: Set<String>
    /// The time of its arrival, in seconds since 1970.
    public var internalDate: Int64
    /// The modification sequence of its last change.
    public internal(set) var modSeq: UInt64
    /// The header with its empty line; all lines end with CRLF.
    public var header: [UInt8]
    public var text: [UInt8]
    /// The day of its Date field, since 1970, in UTC; nil without such a field.
    let writtenDay: Int64?
    /// The text of its BODYSTRUCTURE; nil for that of a plain text.
    public var structure: String?
    /// The sections of its parts by name, such as `2.MIME`; a missing one is NIL.
    public var parts: [String: String] = [:]
    /// Whether the server refuses to read it.
    public var isBroken = false
    /// Whether the server leaves it out of its answers, but reports success.
    public var isWithheld = false

    /// - Parameters:
    ///   - header: the lines, separated by LF.
    ///   - arrived: in seconds since 1970.
    public init(header: String, text: String, arrived: Int64, flags: Set<String> = []) {
      (uid, modSeq, internalDate, self.flags) = (0, 0, arrived, flags)
      self.header = Array((header + "\n\n").utf8).flatMap { $0 == 10 ? [13, 10] : [$0] }
      self.text = Array(text.utf8)
      let field = "X-Written: "
      let line = header.split(separator: "\n").first { $0.hasPrefix(field) }
      let written = line.flatMap { Int64($0.dropFirst(field.count)) }
      writtenDay = written.map { ServerDate.day($0, zone: 0) }
    }
  }

  /// A folder.
  public struct Folder: Sendable {
    /// The name in modified UTF-7.
    public let name: String
    /// The attributes in LIST, such as `\\Sent`.
    public var attributes: Set<String> = []
    public internal(set) var uidValidity: UInt32
    public internal(set) var uidNext: UInt32 = 1
    public internal(set) var highestModSeq: UInt64 = 1
    /// The messages by ascending UID.
    public var messages: [Message] = []
    /// The removed messages, with the modification sequences of their removal.
    var expunged: [(uid: UInt32, modSeq: UInt64)] = []
    /// The number of times that the folder was created again, which a client cannot see.
    var generation = 0

    public init(_ name: String, uidValidity: UInt32) {
      (self.name, self.uidValidity) = (name, uidValidity)
    }

    /// Adds a message to the folder.
    public mutating func deliver(_ message: Message) {
      var message = message
      highestModSeq += 1
      (message.uid, message.modSeq) = (uidNext, highestModSeq)
      uidNext += 1
      messages.append(message)
    }

    /// Fills the folder with messages in the order of their UIDs, with gaps as after removals.
    public mutating func fill(_ messages: [Message], gap: (Int) -> UInt32) {
      for (index, message) in messages.enumerated() {
        uidNext += gap(index)
        deliver(message)
      }
    }

    /// Removes a message.
    ///
    /// - Parameter isCounted: whether the removal raises HIGHESTMODSEQ; with CONDSTORE alone, it
    ///   need not.
    @discardableResult
    public mutating func expunge(at position: Int, isCounted: Bool = true) -> Message {
      if isCounted { highestModSeq += 1 }
      expunged.append((messages[position].uid, highestModSeq))
      return messages.remove(at: position)
    }

    public mutating func setFlags(_ flags: Set<String>, at position: Int) {
      guard messages[position].flags != flags else { return }
      highestModSeq += 1
      messages[position].flags = flags
      messages[position].modSeq = highestModSeq
    }

    /// Gives every message a new UID, as a server that has lost its UIDs does.
    public mutating func renumber(
      _ uidValidity: UInt32,
      shuffledBy random: inout some RandomNumberGenerator
    ) {
      let old = messages.shuffled(using: &random)
      (self.uidValidity, uidNext, highestModSeq) = (uidValidity, 1, 1)
      (messages, expunged) = ([], [])
      generation += 1
      for message in old { deliver(message) }
    }

    /// Counts changes from the beginning again, like a server that was set up from a copy.
    public mutating func resetChanges() {
      highestModSeq = 1
      for index in messages.indices { messages[index].modSeq = 1 }
      expunged = []
    }

    func message(_ uid: UInt32) -> Message? {
      var (low, high) = (0, messages.count)
      while low < high {
        let middle = (low + high) / 2
        if messages[middle].uid < uid { low = middle + 1 } else { high = middle }
      }
      return low < messages.count && messages[low].uid == uid ? messages[low] : nil
    }
  }

  public var folders: [Folder] = []

  public init(_ folders: [Folder] = []) { self.folders = folders }

  func index(_ name: String) -> Int? {
    folders.firstIndex {
      $0.name == name || $0.name == "INBOX" && name.uppercased() == "INBOX"
    }
  }
}

extension ServerSession {
  /// Changes flags of messages of the open folder: `\Seen` and `\Flagged`, and no others.
  mutating func store(_ scanner: inout CommandScanner, _ mail: inout ServerMail) throws {
    guard let opened, opened.isWritable, let index = mail.index(opened.name) else {
      throw ProtocolViolation(description: "no folder is open to be changed")
    }
    try scanner.expect(" ")
    let set = try scanner.set(highest: opened.told.last ?? 0)
    try scanner.expect(" ")
    let adds = scanner.take("+")
    if !adds { try scanner.expect("-") }
    try scanner.expect("FLAGS.SILENT (")
    let flag = scanner.take("\\Seen") ? "\\Seen" : "\\Flagged"
    if flag == "\\Flagged" { try scanner.expect(flag) }
    try scanner.expect(")")
    try scanner.end()
    guard traits.permanentFlags?.contains(flag) == true else {
      throw ProtocolViolation(description: "\(flag) does not last")
    }
    guard !traits.losesFlags, folder(mail) != nil else { return }
    for place in mail.folders[index].messages.indices {
      let message = mail.folders[index].messages[place]
      guard set.holds(message.uid), opened.told.contains(message.uid) else { continue }
      let flags = adds ? message.flags.union([flag]) : message.flags.subtracting([flag])
      mail.folders[index].setFlags(flags, at: place)
      // The client gets no report of its own changes.
      self.opened?.modSeqs[message.uid] = mail.folders[index].messages[place].modSeq
    }
  }
}
