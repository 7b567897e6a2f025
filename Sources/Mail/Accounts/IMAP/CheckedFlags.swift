import IMAP

/// The messages of a folder whose flags were asked for since it was refreshed last, or with that:
/// of a server that does not tell which flags have changed.
struct CheckedFlags {
  /// Of the generation of the folder that the numbers are of.
  private let uidValidity: UInt32
  private(set) var messages: NumberSet

  /// - Parameters:
  ///   - checkpoint: of the refresh; nil where the folder's numbers do not last.
  ///   - known: what it began with.
  /// - Returns: nil where the server tells what has changed.
  init?(_ checkpoint: FolderCheckpoint?, _ known: KnownMessages) {
    guard let checkpoint, checkpoint.modSeq == nil else { return nil }
    uidValidity = checkpoint.uidValidity
    messages = known.generation == uidValidity ? known.compared : NumberSet()
  }

  /// Notes messages that were fetched with their flags.
  mutating func note(_ keys: some Sequence<MessageKey>) {
    messages = messages.union(NumberSet(keys.compactMap(number)))
  }

  private func number(_ key: MessageKey) -> UInt32? {
    key.server.flatMap { $0.uidValidity == uidValidity ? $0.uid : nil }
  }

  /// What compares those of some messages that are not among these; nil where all are.
  ///
  /// - Parameters:
  ///   - known: the messages, with the flags that the store has.
  ///   - folder: as the connection has it open, or as it is to be opened.
  func check(_ known: [MessageKey: MessageFlags], in folder: OpenFolder) -> FlagCheck? {
    var flags: [UInt32: MessageFlags] = [:]
    for (key, value) in known {
      if let uid = number(key), !messages.contains(uid) { flags[uid] = value }
    }
    return flags.isEmpty ? nil : FlagCheck(folder, flags, uidValidity: uidValidity)
  }
}

/// Compares the flags of some messages with those that the store has: one round trip.
struct FlagCheck: FolderDialogue {
  private let folder: OpenFolder
  private let known: [UInt32: MessageFlags]
  private let uidValidity: UInt32
  private var hasReported = false

  /// - Parameters:
  ///   - folder: as the connection has it open, or as it is to be opened.
  ///   - known: at least one message, by number.
  ///   - uidValidity: the generation of the folder that the numbers are of.
  init(_ folder: OpenFolder, _ known: [UInt32: MessageFlags], uidValidity: UInt32) {
    (self.folder, self.known, self.uidValidity) = (folder, known, uidValidity)
  }

  var floorSequence: UInt32? { folder.floorSequence }

  mutating func next(_ answers: FlightAnswers?) throws -> DialogueStep {
    let commands =
      (folder.isOpen ? [] : [try Command.examine(folder.name)])
      + [try .uidFetch(NumberSet(known.keys), [.uid, .flags])]
    guard let answers else {
      return hasReported
        ? .end(nil) : .send(Flight(commands, opening: folder.isOpen ? nil : folder.name))
    }
    try answers.requireFirst(of: commands)
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
