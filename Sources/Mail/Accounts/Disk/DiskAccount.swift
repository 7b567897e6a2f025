import Synchronization

/// Mail on disk: a Maildir, an mbox, or a folder of these, of any mail program.
///
/// A sync reads everything, so no folder has a ``Horizon``. Work that waits for the disk runs on
/// the account's own threads. Single messages have threads of their own, so that opening a message
/// does not wait for a refresh.
final class DiskAccount: MailAccount {
  let id: AccountID
  let title: String

  private struct State {
    var tree: MailTree
    /// When the account was opened; nil as soon as its first refresh begins.
    var opened: ContinuousClock.Instant? = .now
    /// Finders of messages by folder, made when a message is asked for.
    var finders: [FolderID: any MessageFinder] = [:]
  }

  /// The path as the caller gave it.
  private let path: String
  private let state: Mutex<State>
  private let syncThreads = ReadingThreads()
  private let messageThreads = ReadingThreads(count: 4)

  /// The highest number of finders: each may remember the places of all messages of a large mbox.
  private static let finderLimit = 8

  /// Opens the mailbox at a path.
  ///
  /// - Throws: ``MailError`` if no mail folder is found there, or the place cannot be read.
  static func open(_ path: String) async throws -> DiskAccount {
    try await ReadingThreads.run { DiskAccount(try tree(at: path), path: path) }
  }

  /// - Throws: ``MailError``; or `CancellationError`, since a cancelled search finds only a part.
  private static func tree(at path: String) throws -> MailTree {
    let found = Result { try MailTree(at: path) }
    try Task.checkCancellation()
    return try found.get()
  }

  private init(_ tree: MailTree, path: String) {
    (id, title, self.path) = (tree.id, tree.title, path)
    state = Mutex(State(tree: tree))
  }

  /// The folders as they were last found.
  var lastTree: FolderTree { FolderTree(state.withLock { $0.tree }) }

  /// The folders found on opening, if the account was opened a moment ago and not refreshed since:
  /// its first refresh need not search for them again.
  private func justOpened() -> MailTree? {
    state.withLock { state in
      defer { state.opened = nil }
      return state.opened.flatMap { .now - $0 < Self.moment ? state.tree : nil }
    }
  }

  private static let moment = Duration.seconds(2)

  private func look() throws -> MailTree {
    let tree: MailTree
    do {
      tree = try Self.tree(at: path)
    } catch let error as MailError {
      switch error {
      case .mailboxMissing, .emptyFolder, .notAMaildir: throw MailError.mailboxVanished(path: path)
      default: throw error
      }
    }
    guard tree.id == id else { throw MailError.mailboxVanished(path: path) }
    return tree
  }

  func refresh(_ window: SyncWindow, into sink: any RefreshSink) async throws {
    try await withTaskExecutorPreference(syncThreads) {
      let tree = try justOpened() ?? look()
      state.withLock { $0.tree = tree }
      for folder in try await sink.begin(FolderTree(tree)) {
        do {
          guard let source = self.folder(folder.id) else { continue }
          let checkpoint = try await source.changes(
            since: folder.checkpoint,
            known: { try await sink.known(in: folder.id) },
            report: { try await sink.report($0, in: folder.id) }
          )
          try await sink.finish(folder.id, at: checkpoint)
        } catch let error as MailError where !error.concernsStore {
          // A folder that cannot be read must not hide the others.
          await sink.fail(folder.id, with: error)
        }
      }
    }
  }

  /// Looks at the names in Maildirs, and leaves other folders to a sync.
  func recheck(
    _ messages: [MessageKey: MessageFlags],
    in folder: FolderID,
    into sink: any SyncSink
  ) async throws {
    guard let maildir = self.folder(folder) as? Maildir else { return }
    let changed = try await withTaskExecutorPreference(messageThreads) {
      let folders = try MaildirFolders(path: maildir.path, hasNew: maildir.hasNew)
      let files = try folders.files(Set(messages.keys))
      return files.compactMapValues(\.last?.flags).filter { messages[$0.key] != $0.value }
    }
    guard !changed.isEmpty else { return }
    var batch = MailBatch()
    batch.flagged = changed
    try await sink.report(batch, in: folder)
  }

  func message(_ message: KnownMessage, in folder: FolderID) async throws -> FoundMessage {
    guard let finder = finder(for: folder) else { throw MailError.messageGone(path: path) }
    return try await withTaskExecutorPreference(messageThreads) { try await finder.find(message) }
  }

  func path(of message: KnownMessage, in folder: FolderID) async -> String? {
    guard let finder = finder(for: folder) else { return nil }
    return await withTaskExecutorPreference(messageThreads) { await finder.path(of: message) }
  }

  /// Marks messages in Maildirs only, by renaming their files. Leaves out Thunderbird's Maildirs,
  /// since Thunderbird finds its messages by their file names, and an mbox, which has the flags
  /// inside of its messages, and is never rewritten.
  func write(
    _ changes: [FolderID: [FlagChange]]
  ) async throws -> [FolderID: [FlagChange: MarkAnswer]] {
    await withTaskExecutorPreference(messageThreads) {
      var answers: [FolderID: [FlagChange: MarkAnswer]] = [:]
      for (id, changes) in changes {
        guard let folder = self.folder(id) else { continue }
        if let maildir = folder as? Maildir, maildir.hasNew {
          answers[id] = MaildirMarker(path: maildir.path).write(changes)
        } else {
          let refusal = MarkAnswer.refused(.format(path: folder.watchedPaths.first ?? path))
          for change in changes { answers[id, default: [:]][change] = refusal }
        }
      }
      return answers
    }
  }

  func arrivals(in folder: FolderID?) -> Arrivals {
    .paths(
      state.withLock { $0.tree.folders }.filter { folder == nil || $0.source.id == folder }
        .flatMap(\.source.watchedPaths)
    )
  }

  private func folder(_ id: FolderID) -> (any DiskFolder)? {
    state.withLock { $0.tree.folders.first { $0.source.id == id }?.source }
  }

  private func finder(for folder: FolderID) -> (any MessageFinder)? {
    state.withLock { state in
      if let finder = state.finders[folder] { return finder }
      let source = state.tree.folders.first { $0.source.id == folder }?.source
      guard let finder = source?.makeFinder() else { return nil }
      if state.finders.count >= Self.finderLimit { state.finders = [:] }
      state.finders[folder] = finder
      return finder
    }
  }
}

extension FolderTree {
  fileprivate init(_ tree: MailTree) {
    self.init(
      tree.folders.map { folder in
        let name = folder.name
        let role = name == .inbox ? .inbox : FolderRole(named: name.components.last ?? "")
        return Folder(id: folder.source.id, name: name, role: role)
      },
      skipped: tree.skipped,
      mayHold: { tree.mayHold($0) }
    )
  }
}
