import IMAP

/// Runs a ``FolderDialogue``, and holds the server's last answers.
struct FolderSync: Sendable {
  private let folder: SyncFolder?
  private var dialogue: any FolderDialogue
  /// The answers to the last flight sent; nil before the first flight, and after a batch.
  private var answers: FlightAnswers?

  init(_ folder: SyncFolder?, _ dialogue: any FolderDialogue) {
    (self.folder, self.dialogue) = (folder, dialogue)
  }

  /// Makes the dialogue for a folder: for its changes if it was read before, else for its first
  /// reading. Without a folder, the inbox is read for the first time.
  init(
    _ folder: SyncFolder?,
    _ known: KnownMessages,
    _ terms: SyncTerms
  ) {
    self.folder = folder
    let open = OpenFolder(name: folder?.id.text ?? IMAPFolders.inbox)
    if let folder, folder.horizon != .unread {
      dialogue = FolderChanges(
        open,
        known,
        since: folder.checkpoint?.decoded(as: FolderCheckpoint.self),
        isWhole: folder.horizon == nil,
        terms
      )
    } else {
      dialogue = FolderWindow(open, known, terms)
    }
  }

  /// Whether the dialogue was made for `other`, with the same checkpoint and horizon.
  func isAbout(_ other: SyncFolder) -> Bool {
    guard let folder else {
      return other.id.text == IMAPFolders.inbox && other.horizon == .unread
    }
    return folder.id == other.id && folder.checkpoint == other.checkpoint
      && folder.horizon == other.horizon
  }

  /// The first flight; the caller sends it and passes its answers to ``take(_:)``.
  mutating func start() throws -> Flight? {
    guard case .send(let flight) = try dialogue.next(nil) else { return nil }
    return flight
  }

  mutating func take(_ answers: FlightAnswers) { self.answers = answers }

  /// Runs the dialogue to its end.
  ///
  /// - Returns: the folder's new checkpoint; nil if there is none.
  mutating func finish(
    _ session: IMAPSession,
    _ report: (MailBatch) async throws -> Void
  ) async throws -> FolderCheckpoint? {
    var noted = false
    while true {
      try Task.checkCancellation()
      let skipped = noted ? [] : answers?.folder?.skipped ?? []
      switch try dialogue.next(answers) {
      case .send(let flight): answers = try await session.run(flight)
      case .report(var batch):
        batch.skipped += skipped
        noted = noted || !skipped.isEmpty
        try await report(batch)
        answers = nil
      case .end(let checkpoint):
        await session.note(floorSequence: dialogue.floorSequence)
        return checkpoint
      }
    }
  }
}

struct SyncTerms: Sendable {
  /// The approximate number of messages that a ``FolderWindow`` reads; at least 1.
  var limit: Int
  var abilities: ServerAbilities
  /// The current time, in seconds since 1970.
  var now: Int64
}

/// A dialogue with a server about one folder, as pure logic: takes the server's answers and returns
/// the next commands to send, or the next batch to store.
protocol FolderDialogue: Sendable {
  /// - Parameter answers: the answers to the last flight returned; nil at first, and after a batch.
  /// - Throws: ``DialogueFailure``, or `CommandError` for a name that cannot be sent.
  mutating func next(_ answers: FlightAnswers?) throws -> DialogueStep

  /// The floor's sequence number (``FloorPlace``) at the end of the dialogue; nil if unknown.
  var floorSequence: UInt32? { get }
}

enum DialogueStep: Sendable {
  case send(Flight)
  case report(MailBatch)
  /// The dialogue has ended, with a new checkpoint if one is known.
  case end(FolderCheckpoint?)
}
