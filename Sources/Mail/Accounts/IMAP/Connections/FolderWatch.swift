/// Waits for changes of one folder, on its own connection. A lost connection is opened again, after
/// longer and longer pauses.
actor FolderWatch {
  private let folder: String
  private let surroundings: SharedSession.Surroundings
  private let open: @Sendable () async throws -> IMAPSession
  private let onChange: @Sendable (_ folder: String) -> Void
  private var task: Task<Void, Never>?
  private var isClosed = false
  /// The folder's state when it was last open.
  private var last: OpenFolder?
  private var backoff: Backoff

  /// The pause after a change: it limits the requests to a server that reports changes without end.
  private static let pause = Duration.milliseconds(500)

  /// - Parameters:
  ///   - folder: the folder's encoded name.
  ///   - onChange: called when something in the folder has changed.
  ///   - open: connects and logs in, without asking the user for a password.
  init(
    on folder: String,
    _ surroundings: SharedSession.Surroundings,
    onChange: @escaping @Sendable (_ folder: String) -> Void,
    _ open: @escaping @Sendable () async throws -> IMAPSession
  ) {
    (self.folder, self.surroundings) = (folder, surroundings)
    (self.onChange, self.open) = (onChange, open)
    backoff = Backoff(jitter: surroundings.jitter)
  }

  /// Connects at once.
  func begin() {
    guard task == nil, !isClosed else { return }
    task = Task { await run(isFirst: true) }
  }

  /// Connects again: after a change of the network the old connection is dead, although it was
  /// never closed.
  func networkChanged() async {
    backoff.networkChanged()
    await end()
    guard task == nil, !isClosed else { return }
    task = Task { await run(isFirst: false) }
  }

  /// Ends the connection for good.
  func close() async {
    isClosed = true
    await end()
  }

  private func end() async {
    let ended = task
    ended?.cancel()
    await ended?.value
    if task == ended { task = nil }
  }

  private func run(isFirst: Bool) async {
    var isFirst = isFirst
    while !Task.isCancelled {
      do {
        if !isFirst {
          try await surroundings.pause(backoff.pause)
          backoff.hasPassed()
        }
        isFirst = false
        let session = try await open()
        do {
          try await watch(in: session)
        } catch {
          await session.close()
          throw error
        }
        // Closes the connection, since the server does not report changes by IDLE.
        return await session.close()
      } catch {
        guard MailError.allowsReconnecting(error) else { return }
      }
    }
  }

  /// Watches until the task is cancelled; returns early if the server has no IDLE, or refuses it.
  private func watch(in session: IMAPSession) async throws {
    var hasChanged = false
    repeat {
      // Opens the folder again before reporting a change: changes up to this opening are seen by
      // the sync that follows the report, and later changes are reported by the server.
      let now = try await session.examine(folder)
      if hasChanged || last?.holdsTheSame(as: now) == false { onChange(folder) }
      last = now
      if hasChanged { try await surroundings.pause(Self.pause) }
      hasChanged = try await session.waitForChange { try await self.awaitRenewal(of: session) }
    } while hasChanged
  }

  /// Waits until the client must send something again. If the connection lasts until then, resets
  /// the pauses between attempts.
  private func awaitRenewal(of session: IMAPSession) async throws {
    if try await surroundings.awaitRenewal(of: session) { backoff.reset() }
  }
}

/// Waits for changes of listed folders (``ListedFolders``) other than the folder on the account's
/// own connection. Each folder needs one, since IDLE reports only on the open folder (RFC 2177).
actor FurtherFolders {
  /// The highest number of folders watched here. With the account's own connection and the
  /// connection for reading, an account has up to four connections. Courier allows a user four from
  /// one address, Dovecot ten, and Gmail fifteen from all places; other programs need some, too.
  static let limit = 2

  private let shared: SharedSession
  private let watch: @Sendable (_ folder: String) -> FolderWatch
  private var watches: [String: FolderWatch] = [:]
  private var revision = 0

  /// - Parameters:
  ///   - shared: the account's own connection.
  ///   - watch: makes a watch for a folder.
  init(
    besides shared: SharedSession,
    _ watch: @escaping @Sendable (_ folder: String) -> FolderWatch
  ) {
    (self.shared, self.watch) = (shared, watch)
  }

  /// Changes the listed folders, and begins or ends watches accordingly.
  func list(_ change: @Sendable (inout ListedFolders) -> Void) async {
    let listed = await shared.list(change)
    // Skips this change if a later one was handled first.
    guard listed.revision > revision else { return }
    revision = listed.revision
    let wanted = listed.others.prefix(Self.limit)
    let ended = watches.filter { !wanted.contains($0.key) }
    for name in ended.keys { watches[name] = nil }
    let begun = wanted.filter { watches[$0] == nil }.map { ($0, watch($0)) }
    for (name, watch) in begun { watches[name] = watch }
    for (_, watch) in begun { await watch.begin() }
    for watch in ended.values { await watch.close() }
  }

  func networkChanged() async {
    for watch in watches.values { await watch.networkChanged() }
  }

  /// Ends all watches, and begins no more.
  func close() async {
    revision = .max
    let all = watches.values
    watches = [:]
    for watch in all { await watch.close() }
  }
}

/// The folders listed in the program's windows. The account's own connection waits for changes of
/// one folder: the inbox if a window lists the inbox, since new mail comes there; else the folder
/// listed last.
struct ListedFolders {
  private var names: [String] = []
  /// The folder that the account's own connection watches. Stays the same while none is listed.
  private(set) var waitedFor = IMAPFolders.inbox
  /// A number that grows with each change.
  private(set) var revision = 0

  /// The other listed folders, beginning with the folder listed last.
  var others: [String] {
    var others: [String] = []
    for name in names.reversed() where name != waitedFor && !others.contains(name) {
      others.append(name)
    }
    return others
  }

  mutating func add(_ name: String) {
    names.append(name)
    choose()
  }

  mutating func remove(_ name: String) {
    if let place = names.lastIndex(of: name) { names.remove(at: place) }
    choose()
  }

  private mutating func choose() {
    revision += 1
    guard let last = names.last else { return }
    waitedFor = names.contains(IMAPFolders.inbox) ? IMAPFolders.inbox : last
  }
}
