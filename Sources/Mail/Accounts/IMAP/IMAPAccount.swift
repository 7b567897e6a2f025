import FoundationEssentials
import Glibc
import IMAP
import Network
import Synchronization

/// Mail on an IMAP server. Folders are opened with EXAMINE, and messages are read with BODY.PEEK,
/// so that reading changes nothing on the server. Only ``write(_:)`` changes flags.
///
/// A sync reads the newest messages of the shown folder, and the changes in folders that were shown
/// before. Other folders are read when they are first shown.
public final class IMAPAccount: MailAccount {
  public let id: AccountID
  public let title: String
  public let user: String?

  struct State {
    var folders: [FolderID: IMAPFolders.Folder] = [:]
    /// Listens to changes of the network; nil while the account is not watched.
    var listening: Task<Void, Never>?
    /// The messages with checked flags, for each refreshed folder.
    var checked: [FolderID: CheckedFlags] = [:]
  }

  let host: String
  let now: @Sendable () -> Int64
  let shared: SharedSession
  let reading: ReadingConnection
  let further: FurtherFolders
  let state = Mutex(State())
  /// Buffers the changes of several folders.
  let changes = Broadcast<FolderChange>(buffering: 100)
  let reach = Broadcast<Connectivity>(beginsWithLast: true)
  let network: @Sendable () -> AsyncStream<NetworkState>

  /// - Parameters:
  ///   - id: the same in every run.
  ///   - title: the name to show to the user; nil for the login name.
  ///   - address: the server, and the user's name there.
  ///   - trust: determines the accepted certificates of the server.
  ///   - credentials: the source of the password or token.
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
  ///   - network: makes a stream of the network's states, as `NetworkState.changes()` does.
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
    reading = ReadingConnection(besides: shared, surroundings) { try await open(false) }
    let watcher = SharedSession.Watcher(
      onChange: { [changes] in changes.send(FolderChange(in: FolderID($0))) },
      onReach: { _ in }
    )
    further = FurtherFolders(besides: shared) { folder in
      SharedSession(onlyFor: folder, surroundings, reportingTo: watcher, open)
    }
  }

  deinit {
    // Closes the connections: a task that waits on an open connection would never end.
    Task { [shared, reading, further] in
      await shared.close()
      await reading.close()
      await further.close()
    }
    state.withLock { $0.listening }?.cancel()
    changes.end()
    reach.end()
  }

  // MARK: Failures

  /// Calls `body`, and translates errors of the network and the protocol into errors of a mailbox.
  func serving<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch {
      throw MailError.shown(error, from: host)
    }
  }
}

/// Reports new mail in an account, and whether its server is reachable.
extension IMAPAccount {
  public func arrivals(in folder: FolderID?) -> Arrivals {
    watch()
    let name = folder?.text ?? IMAPFolders.inbox
    let adding = Task { [further] in await further.list { $0.add(name) } }
    return .stream(
      changes.stream { change in
        folder == nil || change.folder == nil || change.folder == folder
      } onEnd: { [weak further] in
        await adding.value
        await further?.list { $0.remove(name) }
      }
    )
  }

  public func connectivity() -> AsyncStream<Connectivity> {
    watch()
    return reach.stream()
  }

  private func watch() {
    state.withLock { state in
      guard state.listening == nil else { return }
      let watcher = SharedSession.Watcher(
        onChange: { [changes] in changes.send(FolderChange(in: FolderID($0))) },
        onReach: { [reach, host] in reach.send(Connectivity($0, of: host)) }
      )
      state.listening = Task { [shared, reading, further, network] in
        await shared.watch(watcher)
        // Skips the first element, which is the current state.
        for await _ in network().dropFirst() {
          await shared.networkChanged()
          await reading.networkChanged()
          await further.networkChanged()
        }
      }
    }
  }
}

extension Connectivity {
  fileprivate init(_ loss: ServerContact.Loss?, of host: String) {
    if let loss, let reason = MailError.shown(loss.error, from: host) as? MailError {
      self = .offline(since: loss.since, reason: reason)
    } else {
      self = .online
    }
  }
}
