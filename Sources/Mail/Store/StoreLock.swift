import Glibc

/// Locks on a store, each held by one holder at a time, in this process or another. They end when
/// the process does, also when it is killed.
///
/// They are byte ranges of a file of their own, locked by `F_OFD_SETLK`: such locks belong to the
/// opened file rather than to the process, so two holders within one process exclude each other,
/// too.
final class StoreLock: Sendable {
  /// The first byte is locked for a commit, and while the store's file is made anew.
  private static let writer: Int64 = 0
  /// Linux's `F_OFD_SETLK`, which Glibc's module does not have.
  private static let setLockOfFile: Int32 = 37

  private let descriptor: Int32
  private let path: String

  /// A file to take ``FolderLeases`` in; nothing is locked yet.
  ///
  /// - Parameter store: the path of the store.
  init(forLeasesOf store: String) throws(MailError) {
    path = store
    descriptor = open(store + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .storeUnusable(path: store, reason: systemReason()) }
  }

  /// Takes the writer's lock.
  ///
  /// - Parameter patience: how long to wait for another holder, in seconds. The thread is kept.
  /// - Throws: ``MailError/storeBusy(path:)`` when it is not free by then.
  convenience init(of store: String, patience: Double = 0) throws(MailError) {
    try self.init(forLeasesOf: store)
    let deadline = ContinuousClock.now + .seconds(patience)
    while try !take(Self.writer) {
      guard ContinuousClock.now < deadline else { throw .storeBusy(path: store) }
      usleep(5_000)
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    // Closing alone would leave it locked while a child process that is just being started still
    // has the descriptor.
    try? set(F_UNLCK, start: 0, length: 0)
    close(descriptor)
  }

  /// Takes the lock of one byte.
  ///
  /// - Returns: whether it was free.
  func take(_ byte: Int64) throws(MailError) -> Bool {
    do throws(Refusal) {
      try set(F_WRLCK, start: byte, length: 1)
      return true
    } catch {
      guard !error.isGone else { return false }
      throw .storeUnusable(path: path, reason: error.reason)
    }
  }

  /// Gives the lock of one byte back.
  func release(_ byte: Int64) { try? set(F_UNLCK, start: byte, length: 1) }

  /// - Throws: ``Refusal``; its `isGone` is set where the lock is not free.
  private func set(_ kind: Int32, start: Int64, length: Int64) throws(Refusal) {
    var range = flock()
    (range.l_type, range.l_whence) = (Int16(kind), Int16(SEEK_SET))
    (range.l_start, range.l_len) = (off_t(start), off_t(length))
    guard fcntl(descriptor, Self.setLockOfFile, &range) != 0 else { return }
    throw Refusal(reason: systemReason(), isGone: errno == EAGAIN || errno == EACCES)
  }
}
