import Glibc

/// Locks on a store. Each has one holder at a time, in this process or another, and ends when the
/// process does, even when it is killed.
///
/// They are byte ranges of a separate file, locked by `F_OFD_SETLK`. Such locks belong to the
/// opened file, not to the process, so two holders within one process exclude each other, too.
final class StoreLock: Sendable {
  /// The byte that is locked for a commit, and while the store's file is rebuilt.
  private static let writer: Int64 = 0
  /// Linux's `F_OFD_SETLK`, which the Glibc module lacks.
  private static let setLockOfFile: Int32 = 37

  private let descriptor: Int32
  private let path: String

  /// Opens the lock file for ``FolderLeases``, and locks nothing yet.
  ///
  /// - Parameter store: the path of the store.
  init(forLeasesOf store: String) throws(MailError) {
    path = store
    descriptor = open(store + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .storeUnusable(path: store, reason: systemReason()) }
  }

  /// Takes the writer's lock.
  ///
  /// - Parameter patience: how long to wait for another holder, in seconds. This blocks the thread.
  /// - Throws: ``MailError/storeBusy(path:)`` when it is still held after that time.
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
    // Unlocks explicitly: closing is not enough while a child process that is just being started
    // still has the descriptor.
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

  /// Releases the lock of one byte.
  func release(_ byte: Int64) { try? set(F_UNLCK, start: byte, length: 1) }

  /// - Throws: ``Refusal``; its `isGone` is true where another holder has the lock.
  private func set(_ kind: Int32, start: Int64, length: Int64) throws(Refusal) {
    var range = flock()
    (range.l_type, range.l_whence) = (Int16(kind), Int16(SEEK_SET))
    (range.l_start, range.l_len) = (off_t(start), off_t(length))
    guard fcntl(descriptor, Self.setLockOfFile, &range) != 0 else { return }
    throw Refusal(reason: systemReason(), isGone: errno == EAGAIN || errno == EACCES)
  }
}
