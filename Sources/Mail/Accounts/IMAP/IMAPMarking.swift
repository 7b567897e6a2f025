import IMAP

/// Marking messages of an account, where the user wants that: `\Seen` and `\Flagged`, and nothing
/// else. As with any program that opens a folder to change something, messages in it are no longer
/// `\Recent`.
extension IMAPAccount {
  public func write(
    _ changes: [FolderID: [FlagChange]]
  ) async throws -> [FolderID: [MessageKey: FlagChange]] {
    try await serving {
      // On all other connections folders are opened such that nothing can change.
      let session: IMAPSession
      do {
        session = try await openAnother()
      } catch let failure as ServerFailure where failure.kind == .notNow {
        // A server that gives no second one.
        return try await shared.use { try await $0.write(changes, leavesReadOnly: true) }
      }
      do {
        let written = try await session.write(changes)
        await session.close()
        return written
      } catch {
        await session.close()
        throw error
      }
    }
  }
}

extension IMAPSession {
  /// - Parameter leavesReadOnly: whether others use the session after that.
  fileprivate func write(
    _ changes: [FolderID: [FlagChange]],
    leavesReadOnly: Bool = false
  ) async throws -> [FolderID: [MessageKey: FlagChange]] {
    var written: [FolderID: [MessageKey: FlagChange]] = [:]
    for (folder, changes) in changes { written[folder] = try await write(changes, in: folder.text) }
    if leavesReadOnly, let name = folder?.name {
      _ = try await run(Flight([try .examine(name)], opening: name))
    }
    return written
  }

  private func write(
    _ changes: [FlagChange],
    in folder: String
  ) async throws -> [MessageKey: FlagChange] {
    let opening = try await run(Flight([try .select(folder)], opening: folder))
    guard let status = opening.completions.first, status.kind == .ok, status.code != .readOnly,
      let open = self.folder
    else { return [:] }
    // Numbers of another generation are other messages.
    let known = changes.filter { $0.message.key.server?.uidValidity == open.uidValidity }
    let left = try await unchanged(known)
    var done: [MessageKey: (added: MessageFlags, removed: MessageFlags)] = [:]
    for (flag, name) in [(MessageFlags.seen, "\\Seen"), (.flagged, "\\Flagged")]
    where open.permanentFlags?.contains(name.lowercased()) != false {
      for adds in [true, false] {
        let wanted = left.filter { (adds ? $0.added : $0.removed).contains(flag) }
        guard !wanted.isEmpty else { continue }
        for uids in NumberSet(wanted.compactMap(\.uid)).chunks(ofCount: Self.chunk) {
          let answers = try await run(Flight([try .uidStore(uids, [name], adds: adds)]))
          guard answers.completions.first?.kind == .ok else { continue }
          for change in wanted where change.uid.map(uids.contains) == true {
            var own = done[change.message.key] ?? ([], [])
            if adds { own.added.insert(flag) } else { own.removed.insert(flag) }
            done[change.message.key] = own
          }
        }
      }
    }
    for change in left where change.isEmpty { done[change.message.key] = ([], []) }
    return Dictionary(
      uniqueKeysWithValues: left.compactMap { change in
        done[change.message.key].map {
          (change.message.key, FlagChange(change.message, $0.added, $0.removed))
        }
      }
    )
  }

  /// What is left of the changes where other programs have changed something since.
  private func unchanged(_ changes: [FlagChange]) async throws -> [FlagChange] {
    var flags: [UInt32: MessageFlags] = [:]
    for uids in NumberSet(changes.compactMap(\.uid)).chunks(ofCount: Self.chunk) {
      let answers = try await run(Flight([try .uidFetch(uids, [.uid, .flags])]))
      for message in answers.messages {
        if let uid = message.uid, let names = message.flags {
          flags[uid] = MessageFlags(names: names)
        }
      }
    }
    return changes.compactMap { change in
      change.uid.flatMap { flags[$0] }.map { change.unless(changedTo: $0) }
    }
  }

  /// As many numbers as a line may have.
  private static let chunk = 500
}

extension FlagChange {
  fileprivate var uid: UInt32? { message.key.server?.uid }
}
