/// The folder that a connection has open. The client's sequence numbers are indexes into ``told``:
/// the client knows changes only after the server has reported them.
struct OpenedFolder: Sendable {
  let name: String
  let generation: Int
  /// The UIDs that were reported to the client.
  var told: [UInt32]
  /// The count of ``told`` when IDLE began. After the end of IDLE, the client may not know of
  /// removed messages until its next command is answered.
  var countBeforeIdle: Int?
  /// The modification sequences of the reported flags.
  var modSeqs: [UInt32: UInt64]
  var uidNext: UInt32
  /// Whether the client may mark the folder's messages.
  let isWritable: Bool
}

extension ServerSession {
  /// The present state of the open folder; nil if none is open, or it was created again.
  func folder(_ mail: ServerMail) -> ServerMail.Folder? {
    guard let opened, let index = mail.index(opened.name) else { return nil }
    let folder = mail.folders[index]
    return folder.generation == opened.generation ? folder : nil
  }

  mutating func list(_ scanner: inout CommandScanner, _ mail: ServerMail) throws {
    try scanner.expect(" ")
    guard try scanner.string().isEmpty else { throw scanner.violation("an empty reference") }
    try scanner.expect(" ")
    guard try scanner.string() == "*" else { throw scanner.violation("“*”") }
    var status: [String] = []
    if scanner.take(" RETURN (") {
      guard traits.has("LIST-EXTENDED") || traits.has("LIST-STATUS") else {
        throw ProtocolViolation(description: "no LIST-EXTENDED")
      }
      var isFirst = true
      while !scanner.take(")") {
        if !isFirst { try scanner.expect(" ") }
        isFirst = false
        switch try scanner.atom().uppercased() {
        case "SPECIAL-USE" where traits.has("SPECIAL-USE"): break
        case "STATUS" where traits.has("LIST-STATUS"):
          try scanner.expect(" ")
          status = try scanner.list()
        case let option: throw ProtocolViolation(description: "the option \(option)")
        }
      }
    }
    try scanner.end()
    for folder in mail.folders {
      let attributes = folder.attributes.union(status.isEmpty ? [] : ["\\HasNoChildren"])
      let list = attributes.sorted().joined(separator: " ")
      output += "* LIST (\(list)) \"/\" \"\(folder.name)\"\r\n"
      guard !status.isEmpty, !attributes.contains("\\Noselect") else { continue }
      let items = try status.map { try self.status($0.uppercased(), of: folder) }
      output += "* STATUS \"\(folder.name)\" (\(items.joined(separator: " ")))\r\n"
    }
  }

  mutating func status(_ scanner: inout CommandScanner, _ mail: ServerMail) throws {
    try scanner.expect(" ")
    let name = try scanner.string()
    try scanner.expect(" ")
    let items = try scanner.list()
    try scanner.end()
    guard let index = mail.index(name) else { return }
    let told = try items.map { try self.status($0.uppercased(), of: mail.folders[index]) }
    output += "* STATUS \"\(name)\" (\(told.joined(separator: " ")))\r\n"
  }

  private func status(_ item: String, of folder: ServerMail.Folder) throws -> String {
    switch item {
    case "MESSAGES": "MESSAGES \(folder.messages.count)"
    case "UIDNEXT": "UIDNEXT \(folder.uidNext)"
    case "UIDVALIDITY": "UIDVALIDITY \(folder.uidValidity)"
    case "UNSEEN": "UNSEEN \(folder.messages.count { !$0.flags.contains("\\Seen") })"
    case "HIGHESTMODSEQ" where traits.has("CONDSTORE") || traits.has("QRESYNC"):
      "HIGHESTMODSEQ \(traits.countsChanges ? folder.highestModSeq : 0)"
    default: throw ProtocolViolation(description: "the item \(item)")
    }
  }

  /// - Parameter access: `READ-ONLY` or `READ-WRITE`, for the response code.
  mutating func open(
    _ scanner: inout CommandScanner,
    _ tag: String,
    _ mail: ServerMail,
    as access: String,
    keepsFlags: Bool = false
  ) throws {
    try scanner.expect(" ")
    let name = try scanner.string()
    var resync: Resync?
    if scanner.take(" (CONDSTORE)") {
      guard traits.has("CONDSTORE") || traits.has("QRESYNC") else {
        throw ProtocolViolation(description: "no CONDSTORE")
      }
      countsChanges = true
    } else if scanner.take(" (QRESYNC (") {
      guard hasQuickResync else { throw ProtocolViolation(description: "QRESYNC is not enabled") }
      resync = try Resync(&scanner)
      try scanner.expect("))")
    }
    try scanner.end()
    if opened != nil, hasQuickResync { output += "* OK [CLOSED] closed\r\n" }
    opened = nil
    guard let index = mail.index(name) else {
      output += "\(tag) NO [NONEXISTENT] there is no such folder\r\n"
      return
    }
    let folder = mail.folders[index]
    opened = OpenedFolder(
      name: folder.name,
      generation: folder.generation,
      told: folder.messages.map(\.uid),
      modSeqs: Dictionary(uniqueKeysWithValues: folder.messages.map { ($0.uid, $0.modSeq) }),
      uidNext: folder.uidNext,
      isWritable: keepsFlags
    )
    output += "* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)\r\n"
    let flags = keepsFlags ? traits.permanentFlags ?? [] : []
    output += "* OK [PERMANENTFLAGS (\(flags.sorted().joined(separator: " ")))] these last\r\n"
    output += "* \(folder.messages.count) EXISTS\r\n"
    output += "* OK [UIDVALIDITY \(folder.uidValidity)] numbers are valid\r\n"
    if !traits.omitsUIDNext { output += "* OK [UIDNEXT \(folder.uidNext)] the next number\r\n" }
    if traits.countsChanges {
      output += "* OK [HIGHESTMODSEQ \(folder.highestModSeq)] highest\r\n"
    } else if traits.hasNoModSeq {
      output += "* OK [NOMODSEQ] changes are not counted\r\n"
    }
    if let resync, traits.countsChanges { self.resync(resync, folder) }
    output += "\(tag) OK [\(access)] opened\r\n"
  }

  /// The client's knowledge when it opens a folder (RFC 7162, section 3.2.5).
  private struct Resync {
    let uidValidity: UInt32
    let modSeq: UInt64
    let known: [ClosedRange<UInt32>]

    init(_ scanner: inout CommandScanner) throws {
      uidValidity = try scanner.number()
      try scanner.expect(" ")
      modSeq = try scanner.number64()
      guard uidValidity > 0, modSeq > 0 else { throw scanner.violation("numbers from 1") }
      let all = [1...UInt32.max]
      known = scanner.take(" ") && !scanner.take("(") ? try scanner.set(highest: .max) : all
    }
  }

  private mutating func resync(_ client: Resync, _ folder: ServerMail.Folder) {
    guard client.uidValidity == folder.uidValidity else { return }
    var gone = folder.expunged.filter { $0.modSeq > client.modSeq }.map(\.uid)
    // A server that has forgotten the oldest removals reports every UID that does not exist.
    if traits.forgetsExpunged {
      let there = Set(folder.messages.map(\.uid))
      gone = (1..<folder.uidNext).filter { !there.contains($0) }
    }
    gone = gone.filter(client.known.holds)
    if !gone.isEmpty { output += "* VANISHED (EARLIER) \(setText(gone))\r\n" }
    for (place, message) in folder.messages.enumerated()
    where message.modSeq > client.modSeq && client.known.holds(message.uid) {
      output += "* \(place + 1) FETCH (UID \(message.uid) \(flags(message)) "
      output += "MODSEQ (\(message.modSeq)))\r\n"
    }
  }

  func flags(_ message: ServerMail.Message) -> String {
    "FLAGS (\(message.flags.sorted().joined(separator: " ")))"
  }

  /// Reports the changes of the open folder since the last report.
  ///
  /// - Parameter withExpunges: false while a FETCH without UID is answered (RFC 9051, section
  ///   7.5.1).
  mutating func tell(_ mail: ServerMail, withExpunges: Bool) {
    guard var opened, let folder = folder(mail) else { return }
    let there = Dictionary(uniqueKeysWithValues: folder.messages.map { ($0.uid, $0) })
    if withExpunges {
      let gone = opened.told.filter { there[$0] == nil }
      if hasQuickResync, !gone.isEmpty {
        output += "* VANISHED \(setText(gone))\r\n"
      } else {
        for place in opened.told.indices.reversed() where there[opened.told[place]] == nil {
          output += "* \(place + 1) EXPUNGE\r\n"
        }
      }
      opened.told.removeAll { there[$0] == nil }
    }
    let new = folder.messages.map(\.uid).filter { $0 >= opened.uidNext }
    opened.uidNext = folder.uidNext
    if !new.isEmpty {
      opened.told += new
      for uid in new { opened.modSeqs[uid] = there[uid]?.modSeq }
      output += "* \(opened.told.count) EXISTS\r\n"
    }
    for (place, uid) in opened.told.enumerated() {
      guard let message = there[uid], message.modSeq != opened.modSeqs[uid] else { continue }
      opened.modSeqs[uid] = message.modSeq
      let number = hasQuickResync ? "UID \(uid) " : ""
      let modSeq = countsChanges && traits.countsChanges ? " MODSEQ (\(message.modSeq))" : ""
      output += "* \(place + 1) FETCH (\(number)\(flags(message))\(modSeq))\r\n"
    }
    self.opened = opened
  }
}
