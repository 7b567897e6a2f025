import IMAP

/// Marks messages in the mailbox if the user has chosen so: changes `\Seen` and `\Flagged`, and
/// nothing else. A folder that is opened for changes loses its `\Recent` flags.
extension IMAPAccount {
  /// Uses the ``ReadingConnection``: another login would take longer than the changes.
  public func write(
    _ changes: [FolderID: [FlagChange]]
  ) async throws -> [FolderID: [MessageKey: WrittenFlags]] {
    try await serving {
      try await reading.use(staysOpen: false) { try await $0.write(changes) }
    }
  }
}

extension IMAPSession {
  fileprivate func write(
    _ changes: [FolderID: [FlagChange]]
  ) async throws -> [FolderID: [MessageKey: WrittenFlags]] {
    // Makes the next use open its folder again, read-only, and notice messages that came meanwhile.
    defer { folder = nil }
    var written: [FolderID: [MessageKey: WrittenFlags]] = [:]
    for (folder, changes) in changes { written[folder] = try await write(changes, in: folder.text) }
    return written
  }

  /// - Returns: the flags before and after, by message; empty if the folder cannot be changed, nil
  ///   if the server may accept the changes later.
  private func write(
    _ changes: [FlagChange],
    in folder: String
  ) async throws -> [MessageKey: WrittenFlags]? {
    let opening = try await run(Flight([try .select(folder)], opening: folder))
    guard let status = opening.completions.first, status.kind == .ok, status.code != .readOnly,
      let open = self.folder
    else { return opening.completions.contains(where: \.isNotReady) ? nil : [:] }
    let names = [(MessageFlags.seen, "\\Seen"), (.flagged, "\\Flagged")].filter { _, name in
      open.permanentFlags?.contains(name.lowercased()) != false
    }
    // Leaves out messages of another UIDVALIDITY: their UIDs belong to other messages.
    let known = changes.filter { $0.message.key.server?.uidValidity == open.uidValidity }
    var written: [MessageKey: WrittenFlags] = [:]
    for uids in NumberSet(known.compactMap(\.uid)).chunks(ofCount: Self.chunk) {
      guard let before = try await flags(of: uids) else { return nil }
      let left = known.compactMap { change in
        change.uid.flatMap { before[$0] }.map { change.unless(changedTo: $0) }
      }
      var commands: [Command] = []
      for (flag, name) in names {
        for adds in [true, false] {
          let wanted = left.filter { (adds ? $0.added : $0.removed).contains(flag) }
          guard !wanted.isEmpty else { continue }
          let uids = NumberSet(wanted.compactMap(\.uid))
          commands.append(try .uidStore(uids, [name], adds: adds))
        }
      }
      var after = before
      if !commands.isEmpty {
        let answers = try await run(Flight(commands))
        if answers.completions.contains(where: \.isNotReady) { return nil }
        // Fetches the flags again, since some servers report success, and change nothing.
        guard let flags = try await flags(of: uids) else { return nil }
        after = flags
      }
      for change in left {
        guard let uid = change.uid, let old = before[uid], let new = after[uid] else { continue }
        written[change.message.key] = WrittenFlags(before: old, after: new)
      }
    }
    return written
  }

  /// - Returns: the flags of the messages that exist; nil if the server may answer later.
  private func flags(of uids: NumberSet) async throws -> [UInt32: MessageFlags]? {
    let answers = try await run(Flight([try .uidFetch(uids, [.uid, .flags])]))
    if answers.completions.contains(where: \.isNotReady) { return nil }
    let pairs = answers.messages.compactMap { message in
      message.uid.flatMap { uid in message.flags.map { (uid, MessageFlags(names: $0)) } }
    }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }

  /// The highest number of UIDs in one command: servers limit the length of a line.
  private static let chunk = 500
}

extension FlagChange {
  fileprivate var uid: UInt32? { message.key.server?.uid }
}

extension Status {
  fileprivate var isNotReady: Bool { kind != .ok && mayPass }
}
