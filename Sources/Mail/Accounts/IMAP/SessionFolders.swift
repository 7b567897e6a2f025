import IMAP

/// Asking for the folders of an account.
extension IMAPSession {
  /// Asks for all folders; where that costs no more round trips, also what is in each, and how far it
  /// has come, which tells what has changed in it only together with the server's count of changes.
  var listCommand: Command {
    get throws {
      let place: [Command.StatusItem] = [.uidNext, .uidValidity, .highestModSeq]
      return try list([.messages, .unseen] + (abilities.countsChanges ? place : []))
    }
  }

  /// Asks for all folders, and where that costs no more, how many messages are in them.
  var countCommand: Command { get throws { try list([.messages, .unseen]) } }

  private func list(_ status: [Command.StatusItem]) throws -> Command {
    try .list(
      returning: .init(
        specialUse: capabilities.has(.specialUse) && capabilities.has(.listExtended),
        status: capabilities.has(.listStatus) ? status : []
      )
    )
  }

  /// Asks for all folders with a command of these.
  func folders(_ command: Command) async throws -> IMAPFolders {
    try await folders(in: try await run(Flight([command])), at: 0)
  }

  /// - Parameters:
  ///   - answers: to a flight with such a command.
  ///   - position: of the command.
  func folders(in answers: FlightAnswers, at position: Int) async throws -> IMAPFolders {
    if answers.completions[position].kind == .ok, let folders = IMAPFolders(answers.responses) {
      return folders
    }
    // Some servers offer more than they understand.
    let command = try Command.list()
    let plain = try await run(Flight([command]))
    try plain.requireFirst(of: [command])
    return IMAPFolders(plain.responses) ?? .inboxAlone
  }

  /// Counts the messages in the first of these folders, some at a time: at fifty commands that come
  /// at once, some servers hang up.
  func counts(in names: [String]) async throws -> [FolderID: FolderTree.Folder.Count] {
    var counts: [FolderID: FolderTree.Folder.Count] = [:]
    var rest = names.prefix(Self.mostCounted)
    while !rest.isEmpty {
      let asked = Array(rest.prefix(Self.countedAtOnce))
      rest = rest.dropFirst(Self.countedAtOnce)
      // A name that no command can hold is not asked about.
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

  private static let (countedAtOnce, mostCounted) = (20, 100)
}
