/// The connection on which messages are read, so that none of them waits for the end of a sync.
///
/// It is made when a message is wanted while a sync uses the account's own connection; and, so that the
/// next one finds it open, after the first one that is read while a window lists the account. A
/// server that gives no second connection is left alone for ``pause``: then readings go first among
/// those that wait for the account's own.
actor ReadingConnection {
  private let shared: SharedSession
  private let own: SharedSession
  private let now: @Sendable () -> Int64
  /// When the server gave none, in seconds since 1970.
  private var refused: Int64?

  /// In seconds.
  private static let pause: Int64 = 600

  /// - Parameters:
  ///   - shared: the account's own connection.
  ///   - open: connects and logs in, without asking anybody for a password.
  init(
    besides shared: SharedSession,
    _ surroundings: SharedSession.Surroundings,
    _ open: @escaping @Sendable () async throws -> IMAPSession
  ) {
    (self.shared, now) = (shared, surroundings.now)
    own = SharedSession(surroundings) { _ in try await open() }
  }

  /// Reads something.
  ///
  /// - Parameters:
  ///   - isFollowed: as of ``SharedSession/use(isFollowed:for:_:)``.
  ///   - staysOpen: whether more will be read, so that it is made beforehand.
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

  /// - Returns: whether it is open.
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
