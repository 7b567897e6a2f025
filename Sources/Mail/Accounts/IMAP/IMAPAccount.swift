import FoundationEssentials
import Glibc
import IMAP
import Network
import Synchronization

/// Mail on an IMAP server. Nothing on it is changed by itself: folders are opened with EXAMINE, and
/// messages are read with BODY.PEEK. Only ``write(_:)`` changes flags.
///
/// A sync reads the newest messages of the folder that is shown, and what has changed in those that
/// were shown before. The others are read when somebody lists them.
public final class IMAPAccount: MailAccount {
  public let id: AccountID
  public let title: String
  public let user: String?

  struct State {
    var folders: [FolderID: IMAPFolders.Folder] = [:]
    /// Listens to the network's changes; nil where nobody watches the account.
    var listening: Task<Void, Never>?
    /// The checked flags of the refreshed folders.
    var checked: [FolderID: CheckedFlags] = [:]
  }

  let host: String
  let now: @Sendable () -> Int64
  let shared: SharedSession
  let reading: ReadingConnection
  let further: FurtherFolders
  let state = Mutex(State())
  let changes = Broadcast<FolderID?>()
  let reach = Broadcast<Connectivity>(beginsWithLast: true)
  let network: @Sendable () -> AsyncStream<NetworkState>

  /// - Parameters:
  ///   - id: the same in every run.
  ///   - title: its name for people; nil for the user's on the server.
  ///   - address: whose mail, and where.
  ///   - trust: which certificates of the server are accepted.
  ///   - credentials: what proves who the user is.
  ///   - log: receives the dialogue, line by line, without secrets.
  public convenience init(
    id: AccountID,
    title: String? = nil,
    _ address: ServerAddress,
    trust: CertificateTrust = .system,
    credentials: CredentialSource,
    log: (@Sendable (String) -> Void)? = nil
  ) {
    self.init(id: id, title: title, address, credentials: credentials, log: log) {
      try await Connection.connect(to: address.endpoint, trust: trust)
    }
  }

  /// - Parameters:
  ///   - network: as `NetworkState.changes()`, while somebody watches the account.
  ///   - connect: makes a connection to the server.
  init(
    id: AccountID,
    title: String? = nil,
    _ address: ServerAddress,
    credentials: CredentialSource,
    log: (@Sendable (String) -> Void)? = nil,
    surroundings: SharedSession.Surroundings = .init(now: { Int64(time(nil)) }),
    network: @escaping @Sendable () -> AsyncStream<NetworkState> = { NetworkState.changes() },
    connect: @escaping @Sendable () async throws -> any ServerStream
  ) {
    (self.id, host, self.network) = (id, address.host, network)
    self.title = title ?? address.user
    user = address.user
    now = surroundings.now
    let log = log.map { DialogueLog($0) }
    let open: @Sendable (Bool) async throws -> IMAPSession = { mayAsk in
      try await IMAPLogin.run(with: credentials, mayAsk: mayAsk) { credential in
        try await IMAPSession.begin(
          on: try await connect(),
          to: address,
          { try await credential() },
          known: credential.known,
          log: log
        )
      }
    }
    shared = SharedSession(surroundings, open)
    let openQuietly: @Sendable () async throws -> IMAPSession = { try await open(false) }
    reading = ReadingConnection(besides: shared, surroundings, openQuietly)
    further = FurtherFolders(besides: shared) { [changes] folder in
      FolderWatch(on: folder, surroundings, onChange: { changes.send(FolderID($0)) }, openQuietly)
    }
  }

  deinit {
    // Closes the connections, since callers would otherwise wait for ever.
    Task { [shared, reading, further] in
      await shared.close()
      await reading.close()
      await further.close()
    }
    state.withLock { $0.listening }?.cancel()
    changes.end()
    reach.end()
  }

  // MARK: Messages

  /// The messages of a folder that the store knows, and those that a list has shown.
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
      // Two messages make a conversation, on the average.
      let limit = max(2 * limit, Self.smallestWindow)
      try await self.shared.use { session in
        let open = await session.folder.flatMap { $0.name == folder.id.text ? $0 : nil }
        let window = FolderWindow(
          open ?? OpenFolder(name: folder.id.text),
          known,
          limit: limit,
          abilities: await session.abilities,
          now: now()
        )
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
          // A refresh finds its new numbers.
          isAnew = true
          let window = SyncWindow(messages: limit)
          sync = FolderSync(folder, known, window, await session.abilities, self.now())
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
    // Mostly there is nothing to ask, and the connection continues to wait.
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

  // MARK: Failures

  /// Turns what the network and the protocol throw into what a mailbox throws.
  func serving<Value>(
    _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch {
      throw MailError.shown(error, from: host)
    }
  }
}
