import IMAP

/// The messages of a folder whose flags were checked by the last refresh or after it; for servers
/// that do not report changed flags.
struct CheckedFlags {
  /// The UIDVALIDITY to which the UIDs belong.
  private let uidValidity: UInt32
  private(set) var messages: NumberSet

  /// - Parameters:
  ///   - checkpoint: the refresh's checkpoint; nil if the folder's UIDs are not permanent.
  ///   - known: the stored messages at the beginning of the refresh.
  /// - Returns: nil without a checkpoint, or if the server reports changed flags.
  init?(_ checkpoint: FolderCheckpoint?, _ known: KnownMessages) {
    guard let checkpoint, checkpoint.modSeq == nil else { return nil }
    uidValidity = checkpoint.uidValidity
    messages = known.generation == uidValidity ? known.compared : NumberSet()
  }

  /// Adds messages whose flags were just fetched.
  mutating func note(_ keys: some Sequence<MessageKey>) {
    messages = messages.union(NumberSet(keys.compactMap(number)))
  }

  private func number(_ key: MessageKey) -> UInt32? {
    key.server.flatMap { $0.uidValidity == uidValidity ? $0.uid : nil }
  }

  /// Makes a check of the messages that are not checked yet; nil if all are checked.
  ///
  /// - Parameter folder: the open folder, or the folder to open.
  func check(_ known: [MessageKey: MessageFlags], in folder: OpenFolder) -> FlagCheck? {
    var flags: [UInt32: MessageFlags] = [:]
    for (key, value) in known {
      if let uid = number(key), !messages.contains(uid) { flags[uid] = value }
    }
    return flags.isEmpty ? nil : FlagCheck(folder, flags, uidValidity: uidValidity)
  }
}

/// Compares the flags of some messages with the stored flags, in one round trip.
struct FlagCheck: FolderDialogue {
  private let folder: OpenFolder
  private let known: [UInt32: MessageFlags]
  private let uidValidity: UInt32
  private var hasReported = false

  /// - Parameters:
  ///   - folder: the open folder, or the folder to open.
  ///   - known: the stored flags of at least one message, by UID.
  init(_ folder: OpenFolder, _ known: [UInt32: MessageFlags], uidValidity: UInt32) {
    (self.folder, self.known, self.uidValidity) = (folder, known, uidValidity)
  }

  var floorSequence: UInt32? { folder.floorSequence }

  mutating func next(_ answers: FlightAnswers?) throws -> DialogueStep {
    let fetch = try Command.uidFetch(NumberSet(known.keys), [.uid, .flags])
    let flight = try Flight([fetch], in: folder.name, isOpen: folder.isOpen)
    guard let answers else { return hasReported ? .end(nil) : .send(flight) }
    try answers.requireFirst(of: flight.commands)
    hasReported = true
    var batch = MailBatch()
    guard answers.folder?.uidValidity == uidValidity else { return .end(nil) }
    for message in answers.messages {
      guard let uid = message.uid, let old = known[uid], let names = message.flags else { continue }
      let flags = MessageFlags(names: names)
      let key = MessageKey(uidValidity: uidValidity, uid: uid)
      batch.flagged[key] = flags == old ? nil : flags
    }
    return batch.isEmpty ? .end(nil) : .report(batch)
  }
}
