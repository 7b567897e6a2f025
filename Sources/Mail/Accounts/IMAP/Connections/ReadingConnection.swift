/// A second connection for reading messages, so that readings do not wait for the end of a sync.
///
/// It is opened when a message is wanted while a sync uses the account's own connection. It is also
/// opened after a reading while a window lists the account, so that the next reading finds it open.
/// If a server refuses a second connection, it is not asked again for ten minutes. Meanwhile,
/// readings use the account's own connection, before any sync that waits for it.
actor ReadingConnection {
  private let shared: SharedSession
  private let own: SharedSession
  private let now: @Sendable () -> Int64
  /// The time of the server's last refusal of the connection, in seconds since 1970.
  private var refused: Int64?

  /// The time in seconds before the server is asked again for such a connection.
  private static let pause: Int64 = 600

  /// - Parameter open: connects and logs in, without asking the user for a password.
  init(
    besides shared: SharedSession,
    _ surroundings: SharedSession.Surroundings,
    _ open: @escaping @Sendable () async throws -> IMAPSession
  ) {
    (self.shared, now) = (shared, surroundings.now)
    own = SharedSession(surroundings) { _ in try await open() }
  }

  /// Calls `body` with this connection, or with the account's own if this one is not usable.
  ///
  /// - Parameters:
  ///   - isFollowed: as in ``SharedSession/use(isFollowed:for:_:)``.
  ///   - staysOpen: whether to open the connection for later readings.
  func use<Value: Sendable>(
    isFollowed: Bool = false,
    staysOpen: Bool,
    _ body: @Sendable (IMAPSession) async throws -> Value
  ) async throws -> Value {
    var isOpen = await own.isOpen
    if !isOpen, mayConnect, await shared.isSyncing { isOpen = await connect() }
    if isOpen {
      do {
        return try await own.use(body)
      } catch let error where MailError.endsConnection(error) {
        try Task.checkCancellation()
      }
    }
    defer { if staysOpen, !isOpen, mayConnect { Task { await connect() } } }
    return try await shared.use(isFollowed: isFollowed, for: .reading, body)
  }

  private var mayConnect: Bool { refused.map { now() - $0 >= Self.pause } ?? true }

  @discardableResult
  private func connect() async -> Bool {
    do {
      try await own.use { _ in }
      refused = nil
      return true
    } catch {
      if error is ServerFailure { refused = now() }
      return false
    }
  }

  func networkChanged() async {
    refused = nil
    await own.networkChanged()
  }

  func close() async { await own.close() }
}
