import IMAP

extension IMAPSession {
  /// Lists all folders, with their counts if the server has LIST-STATUS. If the server also has
  /// MODSEQ, asks for each folder's UIDNEXT, UIDVALIDITY and HIGHESTMODSEQ: together, they show
  /// whether the folder has changed. Without MODSEQ, changed flags would not show.
  var listCommand: Command {
    let place: [Command.StatusItem] = [.uidNext, .uidValidity, .highestModSeq]
    return list([.messages, .unseen] + (abilities.countsChanges ? place : []))
  }

  /// Lists all folders, with their counts if the server has LIST-STATUS.
  var countCommand: Command { list([.messages, .unseen]) }

  private func list(_ status: [Command.StatusItem]) -> Command {
    .list(
      specialUse: capabilities.has(.specialUse) && capabilities.has(.listExtended),
      status: capabilities.has(.listStatus) ? status : []
    )
  }

  /// Lists all folders by ``listCommand`` or ``countCommand``.
  func folders(_ command: Command) async throws -> IMAPFolders {
    try await folders(in: try await run(Flight([command])), at: 0)
  }

  /// - Parameter answers: the answers to a flight with ``listCommand`` or ``countCommand``.
  func folders(in answers: FlightAnswers, at position: Int) async throws -> IMAPFolders {
    if answers.completions[position].kind == .ok, let folders = IMAPFolders(answers.responses) {
      return folders
    }
    // Asks again without extensions: some servers offer extensions that they do not understand.
    let command = Command.list()
    let plain = try await run(Flight([command]))
    try plain.requireFirst(of: [command])
    return IMAPFolders(plain.responses) ?? .inboxAlone
  }

  /// Counts the messages in the first folders, at most ``mostCounted``. Asks about a few folders at
  /// a time, since some servers disconnect at fifty commands at once.
  func counts(in names: [String]) async throws -> [FolderID: FolderTree.Folder.Count] {
    var counts: [FolderID: FolderTree.Folder.Count] = [:]
    var rest = names.prefix(Self.mostCounted)
    while !rest.isEmpty {
      let asked = Array(rest.prefix(Self.countedAtOnce))
      rest = rest.dropFirst(Self.countedAtOnce)
      // Skips a name that no command can contain.
      let commands = asked.compactMap { try? Command.status($0, [.messages, .unseen]) }
      guard !commands.isEmpty else { continue }
      let answers = try await run(Flight(commands))
      for case .mailboxStatus(let status) in answers.responses {
        guard let name = asked.first(where: status.isAbout) else { continue }
        counts[FolderID(name)] = FolderTree.Folder.Count(status)
      }
    }
    return counts
  }

  /// The folders that do not exist, as the server says. Asks only about the first of many folders.
  /// A refusal without a code counts, since not all servers send codes (RFC 5530).
  func nonexistent(among folders: [FolderID]) async throws -> Set<FolderID> {
    let asked = folders.prefix(Self.countedAtOnce).compactMap { folder in
      (try? Command.status(folder.text, [.messages])).map { (folder, $0) }
    }
    guard !asked.isEmpty else { return [] }
    let statuses = try await run(Flight(asked.map(\.1))).completions
    let refused = zip(asked, statuses).filter { _, status in
      status.kind == .no && [nil, .nonExistent].contains(status.code) && !status.mayPass
    }
    return Set(refused.map { $0.0.0 })
  }

  private static let (countedAtOnce, mostCounted) = (20, 100)
}
