import IMAP

/// Marks messages in the mailbox if the user has chosen so: changes `\Seen` and `\Flagged`, and
/// nothing else. A folder that is opened for changes loses its `\Recent` flags.
extension IMAPAccount {
  /// Uses the ``ReadingConnection``: another login would take longer than the changes.
  public func write(
    _ changes: [FolderID: [FlagChange]]
  ) async throws -> [FolderID: [FlagChange: MarkAnswer]] {
    try await serving {
      try await reading.use(staysOpen: false) { try await $0.write(changes) }
    }
  }
}

extension IMAPSession {
  fileprivate func write(
    _ changes: [FolderID: [FlagChange]]
  ) async throws -> [FolderID: [FlagChange: MarkAnswer]] {
    // Makes the next use open its folder again, read-only, and notice messages that came meanwhile.
    defer { folder = nil }
    var answers: [FolderID: [FlagChange: MarkAnswer]] = [:]
    for (folder, changes) in changes { answers[folder] = try await write(changes, in: folder.text) }
    return answers
  }

  private func write(
    _ changes: [FlagChange],
    in folder: String
  ) async throws -> [FlagChange: MarkAnswer] {
    let opening = try await run(Flight([try .select(folder)], opening: folder))
    guard let status = opening.completions.first, status.kind == .ok, let open = self.folder else {
      let answer = opening.completions.first.map { openingRefusal($0) }
      return answers(answer ?? .later(nil), to: changes)
    }
    // The UIDs of another UIDVALIDITY belong to other messages.
    var (known, answers) = ([FlagChange](), [FlagChange: MarkAnswer]())
    for change in changes {
      if open.uidValidity == 0 {
        answers[change] = .refused(.noLastingNumbers(host: host))
      } else if change.message.key.server?.uidValidity != open.uidValidity {
        answers[change] = .gone
      } else if open.permanentFlags?.contains(change.name.lowercased()) == false {
        answers[change] = .refused(.notKept(host: host))
      } else {
        known.append(change)
      }
    }
    let byUID = Dictionary(grouping: known, by: \.uid)
    for uids in NumberSet(byUID.keys.compactMap(\.self)).chunks(ofCount: Self.chunk) {
      let changes = byUID.keys.filter { $0.map(uids.contains) ?? false }.flatMap { byUID[$0] ?? [] }
      do {
        answers.merge(try await store(changes, uids)) { $1 }
      } catch let failure as DialogueFailure {
        let refusal = refusal(failure.step, failure.reason)
        answers.merge(self.answers(.later(refusal), to: changes)) { $1 }
      }
    }
    return answers
  }

  /// Changes flags in the open folder. Each command is answered by itself.
  private func store(
    _ changes: [FlagChange],
    _ uids: NumberSet
  ) async throws -> [FlagChange: MarkAnswer] {
    let before = try await flags(of: uids)
    let wanted = changes.filter { change in
      guard let flags = change.uid.flatMap({ before[$0] }) else { return false }
      return !change.isDone(in: flags) && !change.isOverruled(by: flags)
    }
    let groups = Array(Dictionary(grouping: wanted) { FlagCommand(flag: $0.name, adds: $0.adds) })
    let commands = try groups.map { command, changes in
      let uids = NumberSet(changes.compactMap(\.uid))
      return try Command.uidStore(uids, [command.flag], adds: command.adds)
    }
    var after = before
    var statuses: [FlagCommand: Status] = [:]
    if !commands.isEmpty {
      let completions = try await run(Flight(commands)).completions
      for (group, status) in zip(groups, completions) { statuses[group.key] = status }
      // Fetches the flags again, since some servers report success, and change nothing.
      after = try await flags(of: uids)
    }
    var answers: [FlagChange: MarkAnswer] = [:]
    for change in changes {
      guard let uid = change.uid, before[uid] != nil else {
        answers[change] = .gone
        continue
      }
      let status = statuses[FlagCommand(flag: change.name, adds: change.adds)]
      answers[change] = answer(to: change, in: after[uid], status)
    }
    return answers
  }

  /// - Parameters:
  ///   - flags: the message's flags after the attempt; nil if the message is gone.
  ///   - status: the answer to the command that was to make the change; nil if there was none.
  private func answer(
    to change: FlagChange,
    in flags: MessageFlags?,
    _ status: Status?
  ) -> MarkAnswer {
    guard let flags else { return .gone }
    if change.isDone(in: flags) { return .written }
    guard let status, !change.isOverruled(by: flags) else { return .later(nil) }
    if status.kind == .ok { return .refused(.notKept(host: host)) }
    let refusal = refusal("UID STORE", status.text)
    return status.isNotReady ? .later(refusal) : .refused(refusal)
  }

  /// The answer if the folder cannot be opened: try later, since the folder may be missing for a
  /// moment only. Refused if the server says that it never opens the folder.
  private func openingRefusal(_ status: Status) -> MarkAnswer {
    let isFinal = status.kind == .bad || [.other("NOPERM"), .other("CANNOT")].contains(status.code)
    let refusal = refusal("SELECT", status.text)
    return isFinal && !status.isNotReady ? .refused(refusal) : .later(refusal)
  }

  private func refusal(_ step: String, _ reason: String) -> MarkRefusal {
    .server(ServerFailure(.refused, host: host, step: step, reason: reason))
  }

  private func answers(
    _ answer: MarkAnswer,
    to changes: [FlagChange]
  ) -> [FlagChange: MarkAnswer] {
    Dictionary(changes.map { ($0, answer) }, uniquingKeysWith: { one, _ in one })
  }

  /// - Returns: the flags of the messages that exist.
  /// - Throws: also ``DialogueFailure`` if the server refuses; it may answer later.
  private func flags(of uids: NumberSet) async throws -> [UInt32: MessageFlags] {
    let fetch = try Command.uidFetch(uids, [.uid, .flags])
    let answers = try await run(Flight([fetch]))
    try answers.requireFirst(of: [fetch])
    let pairs = answers.messages.compactMap { message in
      message.uid.flatMap { uid in message.flags.map { (uid, MessageFlags(names: $0)) } }
    }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }

  /// The highest number of UIDs in one command: servers limit the length of a line.
  private static let chunk = 500
}

private struct FlagCommand: Hashable {
  let flag: String
  let adds: Bool
}

extension FlagChange {
  fileprivate var uid: UInt32? { message.key.server?.uid }
  fileprivate var name: String { flag == .seen ? "\\Seen" : "\\Flagged" }
}

extension Status {
  fileprivate var isNotReady: Bool { kind != .ok && mayPass }
}
