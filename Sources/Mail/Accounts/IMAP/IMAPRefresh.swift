import IMAP
import Synchronization

/// Brings a store up to date with an account: its folders, and the changes in them.
extension IMAPAccount {
  public func refresh(_ window: SyncWindow, into sink: any RefreshSink) async throws {
    if let folder = sink.first, folder.id == window.changed, folder.horizon != .unread {
      do {
        return try await serving {
          let known = self.known(folder, try await sink.known(in: folder.id))
          try await self.shared.use { try await self.sync(folder, known, window, $0, sink) }
        }
      } catch MailError.server(let failure) where failure.isAboutRequest {
        // The folder may have been removed or renamed, which the list of folders shows.
      }
    }
    let others = try await serving {
      do {
        return try await self.refreshFirst(window, sink, sink.first)
      } catch let failure as ServerFailure where failure.kind == .notUnderstood {
        // Lists the folders separately: the fault may be in the responses about the first folder.
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

  /// Lists the folders, and syncs the first folder: the shown folder, or else the inbox.
  ///
  /// - Parameters:
  ///   - first: the first folder as the store knows it; nil if the store does not know it.
  ///   - asksAtOnce: whether to ask for the first folder's changes together with the list.
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
        begun = FolderSync(first, known, await self.terms(session, window.messages))
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

  /// Lists the folders, and sends the first flight of `begun`, if any, in the same round trip.
  private func look(_ session: IMAPSession, _ begun: inout FolderSync?) async throws -> FolderTree {
    let commands = [await session.listCommand]
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
    var tree = found.tree(of: host)
    tree.nonexistent = { try await session.nonexistent(among: $0) }
    return tree
  }

  private func isWanted(_ folder: SyncFolder) -> Bool {
    // A folder that was never read is read only when it is shown.
    if folder.horizon == .unread { return false }
    let last = folder.checkpoint?.decoded(as: FolderCheckpoint.self)
    guard let last, let status = state.withLock({ $0.folders[folder.id]?.status }) else {
      return true
    }
    return status.uidValidity != last.uidValidity || status.uidNext != last.uidNext
      || status.highestModSeq == nil || status.highestModSeq != last.modSeq
      || status.messages != last.count
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
      sync = FolderSync(folder, known, await terms(session, window.messages))
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

extension IMAPAccount {
  /// The stored messages of a folder, with a note of the messages whose flags were checked.
  func known(_ folder: SyncFolder?, _ flags: KnownFlags) -> KnownMessages {
    var known = KnownMessages(folder, flags)
    known.shown = state.withLock { state in
      folder.flatMap { state.checked[$0.id]?.messages } ?? NumberSet()
    }
    return known
  }

  public func older(in folder: SyncFolder, limit: Int, into sink: any SyncSink) async throws {
    try await serving {
      let known = KnownMessages(folder, try await sink.known(in: folder.id))
      // A conversation has two messages on average.
      let limit = max(2 * limit, Self.smallestWindow)
      try await self.shared.use { session in
        let open = await session.folder.flatMap { $0.name == folder.id.text ? $0 : nil }
        let terms = await self.terms(session, limit)
        let window = FolderWindow(open ?? OpenFolder(name: folder.id.text), known, terms)
        @Sendable func report(_ batch: MailBatch) async throws {
          self.state.withLock { $0.checked[folder.id]?.note(batch.new.lazy.map(\.key)) }
          try await sink.report(batch, in: folder.id)
        }
        var sync = FolderSync(folder, window)
        var checkpoint: FolderCheckpoint?
        var isAnew = folder.horizon == .unread
        do {
          checkpoint = try await sync.finish(session, report)
        } catch let failure as DialogueFailure where failure.kind == .folderChanged {
          // With the folder's new UIDVALIDITY, the messages are read again under their new UIDs.
          isAnew = true
          sync = FolderSync(folder, known, terms)
          checkpoint = try await sync.finish(session, report)
        }
        if isAnew, let checkpoint {
          try await sink.finish(folder.id, at: SyncCheckpoint(encoding: checkpoint))
        }
      }
    }
  }

  public func recheck(
    _ messages: [MessageKey: MessageFlags],
    in folder: FolderID,
    into sink: any SyncSink
  ) async throws {
    @Sendable func check(_ open: OpenFolder?) -> FlagCheck? {
      let open = open.flatMap { $0.name == folder.text ? $0 : nil } ?? OpenFolder(name: folder.text)
      return state.withLock { $0.checked[folder]?.check(messages, in: open) }
    }
    // Leaves the connection waiting for changes if all messages are checked, as is usual.
    guard check(nil) != nil else { return }
    try await serving {
      try await self.shared.useIfOpen { session in
        guard let check = check(await session.folder) else { return }
        var sync = FolderSync(nil, check)
        _ = try await sync.finish(session) { try await sink.report($0, in: folder) }
        self.state.withLock { $0.checked[folder]?.note(messages.keys) }
      }
    }
  }

  private static let smallestWindow = 20

  private func terms(_ session: IMAPSession, _ limit: Int) async -> SyncTerms {
    SyncTerms(limit: limit, abilities: await session.abilities, now: now())
  }
}
