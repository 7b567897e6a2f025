import IMAP

/// Marking messages of an account, where the user wants that: `\\Seen` and `\\Flagged`, and nothing
/// else.
extension IMAPAccount {
  public func write(
    _ changes: [FlagChange],
    in folder: FolderID
  ) async throws -> [MessageKey: MessageFlags] {
    try await serving {
      // A connection of its own: on all others folders are opened such that nothing can change.
      let session = try await openAnother()
      do {
        let written = try await session.write(changes, in: folder.text)
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
  fileprivate func write(
    _ changes: [FlagChange],
    in folder: String
  ) async throws -> [MessageKey: MessageFlags] {
    let opening = try await run(Flight([try .select(folder)], opening: folder))
    guard let status = opening.completions.first, status.kind == .ok, status.code != .readOnly,
      let open = self.folder
    else { return [:] }
    var written: [MessageKey: MessageFlags] = [:]
    for (flag, name) in [(MessageFlags.seen, "\\Seen"), (.flagged, "\\Flagged")] {
      for adds in [true, false] {
        let wanted = changes.filter { (adds ? $0.added : $0.removed).contains(flag) }
        // Numbers of another generation are other messages.
        let known = wanted.filter { $0.message.key.server?.uidValidity == open.uidValidity }
        guard !known.isEmpty, open.permanentFlags?.contains(name.lowercased()) != false else {
          continue
        }
        let uids = NumberSet(known.compactMap { $0.message.key.server?.uid })
        let answers = try await run(Flight([try .uidStore(uids, [name], adds: adds)]))
        guard answers.completions.first?.kind == .ok else { continue }
        for change in known {
          let key = change.message.key
          let flags = written[key] ?? change.message.flags
          written[key] = adds ? flags.union(flag) : flags.subtracting(flag)
        }
      }
    }
    return written
  }
}
