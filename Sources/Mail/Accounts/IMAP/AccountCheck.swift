import IMAP
import Network

/// Connects to a server as an account does, and says at each step what was found.
public enum AccountCheck {
  /// What a step has found.
  public enum Finding: Sendable {
    /// The server has answered; with TLS from the first byte, also how the connection is protected.
    case connected(PeerDescription)
    /// The server has greeted, and where it began without TLS, the connection is protected now.
    case greeted(PeerDescription)
    /// By this mechanism; and what the server can do from then on.
    case loggedIn(mechanism: String, capabilities: [String])
    case listed([Folder])
  }

  /// A folder, and what is in it where the server tells that for nothing.
  public struct Folder: Sendable, Hashable {
    public let name: String
    public let messages: Int?
    public let unread: Int?
  }

  /// A step that went well.
  public struct Step: Sendable {
    public let finding: Finding
    /// Without what was waited for the password.
    public let duration: Duration
    /// How often an answer of the server was waited for.
    public let roundTrips: Int
  }

  /// Connects, logs in and lists the folders.
  ///
  /// - Parameters:
  ///   - address: whose mail, and where.
  ///   - trust: which certificates of the server are accepted.
  ///   - credentials: what proves who the user is; asked for when the connection is protected. With a
  ///     renewed one all steps are taken anew.
  ///   - log: receives the dialogue, line by line, without secrets.
  ///   - report: called after each step, from any thread.
  /// - Throws: ``MailError`` or `CancellationError`.
  public static func run(
    _ address: ServerAddress,
    trust: CertificateTrust = .system,
    credentials: CredentialSource,
    log: (@Sendable (String) -> Void)? = nil,
    report: @escaping @Sendable (Step) -> Void
  ) async throws {
    do {
      try await IMAPLogin.run(with: credentials) { credential in
        try await steps(address, trust, credential, log.map { DialogueLog($0) }, report)
      }
    } catch {
      throw MailError.shown(error, from: address.host)
    }
  }

  private static func steps(
    _ address: ServerAddress,
    _ trust: CertificateTrust,
    _ credential: LoginCredential,
    _ log: DialogueLog?,
    _ report: @escaping @Sendable (Step) -> Void
  ) async throws {
    let began = ContinuousClock.now
    let connection = try await Connection.connect(to: address.endpoint, trust: trust)
    let peer = await connection.peer
    report(
      Step(
        finding: .connected(peer),
        duration: ContinuousClock.now - began,
        roundTrips: 1 + (peer.tls?.roundTrips ?? 0)
      )
    )
    let stream = MeasuredStream(connection)
    @Sendable func end(_ finding: Finding) {
      let (duration, roundTrips) = stream.lap()
      report(Step(finding: finding, duration: duration, roundTrips: roundTrips))
    }
    let session = try await IMAPSession.begin(
      on: stream,
      to: address,
      {
        end(.greeted(await connection.peer))
        let credential = try await credential()
        // Whoever typed it took the time.
        _ = stream.lap()
        return credential
      },
      known: credential.known,
      log: log
    )
    do {
      end(
        .loggedIn(
          mechanism: await session.mechanism,
          capabilities: await session.shownCapabilities
        )
      )
      end(.listed(try await folders(session)))
    } catch {
      await session.close()
      throw error
    }
    await session.close()
  }

  private static func folders(_ session: IMAPSession) async throws -> [Folder] {
    try await session.folders(try await session.countCommand).folders.map { folder in
      Folder(
        name: folder.name.description,
        messages: folder.status?.messages.map { Int($0) },
        unread: folder.status?.unseen.map { Int($0) }
      )
    }
  }
}
