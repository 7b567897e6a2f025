/// Waits for changes of one folder, on a connection of its own. A lost connection is opened again,
/// at longer and longer intervals.
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

  /// A server that tells changes without end is asked for them twice a second.
  private static let pause = Duration.milliseconds(500)

  /// - Parameters:
  ///   - folder: its name on the server.
  ///   - onChange: called when something in it has changed.
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
        // Closes the connection, since the server reports no changes.
        return await session.close()
      } catch {
        guard MailError.isTransient(error) else { return }
      }
    }
  }

  /// Returns where the server reports no changes, or when the task is cancelled.
  private func watch(in session: IMAPSession) async throws {
    var hasChanged = false
    repeat {
      // Opens the folder again before it reports a change, so that no later change is missed.
      let now = try await session.examine(folder)
      if hasChanged || last?.holdsTheSame(as: now) == false { onChange(folder) }
      last = now
      if hasChanged { try await surroundings.pause(Self.pause) }
      hasChanged = try await session.waitForChange { try await self.awaitRenewal(of: session) }
    } while hasChanged
  }

  /// A server that ends each connection soon is tried later and later.
  private func awaitRenewal(of session: IMAPSession) async throws {
    if try await surroundings.awaitRenewal(of: session) { backoff.reset() }
  }
}
