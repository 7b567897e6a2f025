import Glibc

/// The right to write into a store, held by one process at a time, and by one refresh within it.
///
/// SQLite itself lets writers take turns; but two refreshes of one mailbox would read everything
/// twice, so the second is told to wait. A lock of its own file, by `flock`, ends with the process
/// however that ends.
final class StoreLock: Sendable {
  private let descriptor: Int32

  /// - Throws: ``MailError/storeBusy(path:)`` when somebody else holds it.
  init(store path: String) throws(MailError) {
    let file = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw MailError.storeUnusable(path: path, reason: systemReason()) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      close(file)
      throw code == EWOULDBLOCK
        ? .storeBusy(path: path) : .storeUnusable(path: path, reason: systemReason(code))
    }
    // Only now: from here on `deinit` closes it, also where this throws.
    descriptor = file
  }

  deinit {
    // Closing alone would leave it locked while a child process that is just being started still
    // has the descriptor.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
