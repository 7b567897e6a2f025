import IMAP
import Synchronization

/// Brings a store up to date with an account: its folders, and the changes in them.
extension IMAPAccount {
  public func refresh(_ window: SyncWindow, into sink: any RefreshSink) async throws {
    let others = try await serving {
      do {
        return try await self.refreshFirst(window, sink, sink.first)
      } catch let failure as ServerFailure where failure.kind == .notUnderstood {
        // The fault may be in the answers about that one folder.
        return try await self.refreshFirst(window, sink, nil, asksAtOnce: false)
      }
    }
    for folder in others {
      do {
        try await serving {
          let known = self.known(folder, try await sink.known(in: folder.id))
          try await self.shared.use { try await self.sync(folder, known, window, $0, sink) }
        }
      } catch MailError.server(let failure) where failure.isAboutRequest {
        // A folder that cannot be read must not hide the others.
        await sink.fail(folder.id, with: .server(failure))
      }
    }
  }

  public func counts(in folders: [FolderID]) async throws -> [FolderID: FolderTree.Folder.Count] {
    try await serving { try await shared.use { try await $0.counts(in: folders.map(\.text)) } }
  }

  /// Lists the folders and syncs the first folder, in the same round trips.
  ///
  /// - Parameters:
  ///   - first: the folder to sync first, as the store knows it.
  ///   - asksAtOnce: whether to ask for it together with the folders.
  /// - Returns: the other folders to sync.
  private func refreshFirst(
    _ window: SyncWindow,
    _ sink: any RefreshSink,
    _ first: SyncFolder?,
    asksAtOnce: Bool = true
  ) async throws -> [SyncFolder] {
    var flags = KnownFlags()
    if let first { flags = try await sink.known(in: first.id) }
    return try await shared.use { [known = known(first, flags)] session in
      var begun: FolderSync?
      if asksAtOnce {
        begun = FolderSync(first, known, window, await session.abilities, self.now())
      }
      let tree = try await self.look(session, &begun)
      let wanted = try await sink.begin(tree)
      let name = window.shown ?? .inbox
      let shown = tree.folders.first { $0.name == name }?.id ?? FolderID(IMAPFolders.inbox)
      let others = wanted.filter { $0.id != shown && self.isWanted($0) }
      guard let folder = wanted.first(where: { $0.id == shown }) else { return others }
      do {
        let isBegun = begun?.isAbout(folder) == true
        let now = isBegun ? known : self.known(folder, try await sink.known(in: folder.id))
        try await self.sync(folder, now, window, session, sink, begun: isBegun ? begun : nil)
      } catch {
        guard case MailError.server(let failure) = MailError.shown(error, from: self.host),
          failure.isAboutRequest
        else { throw error }
        if MailError.endsConnection(error) { await session.close() }
        await sink.fail(folder.id, with: .server(failure))
      }
      return others
    }
  }

  /// Lists the folders, and begins a sync in the same round trip.
  private func look(_ session: IMAPSession, _ begun: inout FolderSync?) async throws -> FolderTree {
    let commands = [try await session.listCommand]
    let flight = try begun?.start()
    let answers = try await session.run(
      Flight(
        commands + (flight?.commands ?? []),
        opening: flight?.opens,
        literalLimit: flight?.literalLimit ?? Flight.headerLimit
      )
    )
    begun?.take(answers.dropping(first: commands.count))
    let found = try await session.folders(in: answers, at: commands.count - 1)
    state.withLock { state in
      state.folders = Dictionary(
        found.folders.map { (FolderID($0.encodedName), $0) },
        uniquingKeysWith: { one, _ in one }
      )
    }
    return found.tree(of: host)
  }

  private func isWanted(_ folder: SyncFolder) -> Bool {
    // A folder that was never listed is read only when it is.
    if folder.horizon == .unread { return false }
    let last = folder.checkpoint?.decoded(as: FolderCheckpoint.self)
    guard let last, let status = state.withLock({ $0.folders[folder.id]?.status }) else {
      return true
    }
    return status.uidValidity != last.uidValidity || status.uidNext != last.uidNext
      || status.highestModSeq == nil || status.highestModSeq != last.modSeq
  }

  private func sync(
    _ folder: SyncFolder,
    _ known: KnownMessages,
    _ window: SyncWindow,
    _ session: IMAPSession,
    _ sink: any SyncSink,
    begun: FolderSync? = nil
  ) async throws {
    let new = Mutex<[MessageKey]>([])
    var sync: FolderSync
    if let begun {
      sync = begun
    } else {
      sync = FolderSync(folder, known, window, await session.abilities, now())
    }
    let checkpoint = try await sync.finish(session) { batch in
      new.withLock { $0 += batch.new.map(\.key) }
      try await sink.report(batch, in: folder.id)
    }
    try await sink.finish(folder.id, at: checkpoint.map { try SyncCheckpoint(encoding: $0) })
    var checked = CheckedFlags(checkpoint, known)
    checked?.note(new.withLock { $0 })
    state.withLock { [checked] in $0.checked[folder.id] = checked }
  }
}
