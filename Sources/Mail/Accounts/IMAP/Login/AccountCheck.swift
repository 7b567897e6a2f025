import IMAP
import Network

/// Connects to a server as an account does, and reports the result of each step.
public enum AccountCheck {
  public enum Finding: Sendable {
    /// The connection is open. With TLS from the first byte, it is already encrypted.
    case connected(PeerDescription)
    /// The server has sent its greeting, and a connection that began without TLS is now encrypted.
    case greeted(PeerDescription)
    /// The mechanism of the login, and the server's capabilities after the login.
    case loggedIn(mechanism: String, capabilities: [String])
    /// The folders, with their counts if the server gives them without another round trip.
    case listed([MailFolder])
  }

  public struct Step: Sendable {
    public let finding: Finding
    /// The step's duration, without the time spent waiting for the password.
    public let duration: Duration
    /// The number of times that the client waited for an answer of the server.
    public let roundTrips: Int
  }

  /// Connects, logs in and lists the folders.
  ///
  /// - Parameters:
  ///   - address: the server, and the user's name there.
  ///   - trust: determines the accepted certificates of the server.
  ///   - credentials: the source of the password or token. The user is asked only when the
  ///     connection is encrypted. With a renewed credential, all steps are repeated.
  ///   - log: receives the dialogue line by line, without secrets.
  ///   - report: called after each step, on any thread.
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
    } catch var error as NetworkError {
      error.concernsSettings = true
      throw MailError.shown(error, from: address.host)
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
        // Leaves out the time for typing a password.
        _ = stream.lap()
        return credential
      },
      known: credential.known,
      log: log
    )
    do {
      end(
        .loggedIn(mechanism: await session.mechanism, capabilities: await session.shownCapabilities)
      )
      end(.listed(try await folders(session)))
    } catch {
      await session.close()
      throw error
    }
    await session.close()
  }

  private static func folders(_ session: IMAPSession) async throws -> [MailFolder] {
    try await session.folders(session.countCommand).folders.map { folder in
      MailFolder(
        name: folder.name,
        role: folder.role,
        messages: folder.status?.messages.map { Int($0) },
        unread: folder.status?.unseen.map { Int($0) }
      )
    }
  }
}
