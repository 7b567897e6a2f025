import CTidelineGLib  // In a release, the compiler finds `flock` in its headers.
import Glibc
import Synchronization

/// Leases: the right to refresh folders or to fetch their older mail. Without leases, two refreshes
/// of one folder, in this process or another, would both read everything. Reading the store and
/// committing need no lease. A caller continues with the leases that it got in time. If it got
/// none, it waits longer, as long as this process holds a wanted lease.
final class FolderLeases: Sendable {
  /// The row ids of the folders whose leases were taken.
  let folders: Set<Int64>
  private let lock: FolderLock
  private let store: String
  /// The leases that have not been released.
  private let held: Mutex<Set<Int64>>
  /// All leases of this process, by the path of the store.
  private static let own = Mutex<[String: Set<Int64>]>([:])

  /// Takes the leases that are free, or become free in a moment.
  ///
  /// - Parameter patience: the time to wait. A cancelled refresh may take 2 s to end its last
  ///   commit.
  /// - Throws: ``MailError/storeBusy(path:)`` if other processes hold all wanted leases; or
  ///   `CancellationError`.
  init(
    _ wanted: [Int64],
    of store: String,
    patience: Duration = .seconds(2)
  ) async throws {
    let lock = try FolderLock(of: store)
    let deadline = ContinuousClock.now + patience
    var taken: Set<Int64> = []
    do {
      while true {
        let isOwn = try Self.take(wanted, lock, of: store, into: &taken)
        if taken.count == wanted.count { break }
        if ContinuousClock.now >= deadline {
          if !taken.isEmpty { break }
          if !isOwn { throw MailError.storeBusy(path: store) }
        }
        try await Task.sleep(for: .milliseconds(20))
      }
    } catch {
      for folder in taken { Self.release(folder, lock, of: store) }
      throw error
    }
    (self.lock, self.store, folders) = (lock, store, taken)
    held = Mutex(taken)
  }

  deinit { end() }

  func end() { for folder in held.withLock(\.self) { release(folder) } }

  func release(_ folder: Int64) {
    guard held.withLock({ $0.remove(folder) }) != nil else { return }
    Self.release(folder, lock, of: store)
  }

  // The next two functions change the lock and ``own`` at the same moment. Otherwise a waiting
  // refresh could find the folder locked but not in ``own``, and take the lease for another
  // process's.

  /// Takes the free leases among the wanted ones.
  ///
  /// - Returns: whether this process holds any of the wanted leases.
  private static func take(
    _ wanted: [Int64],
    _ lock: FolderLock,
    of store: String,
    into taken: inout Set<Int64>
  ) throws(MailError) -> Bool {
    try own.withLock { own throws(MailError) in
      for folder in wanted where !taken.contains(folder) {
        guard try lock.take(folder) else { continue }
        taken.insert(folder)
        own[store, default: []].insert(folder)
      }
      return !own[store, default: []].isDisjoint(with: wanted)
    }
  }

  private static func release(_ folder: Int64, _ lock: FolderLock, of store: String) {
    own.withLock {
      lock.release(folder)
      $0[store]?.remove(folder)
    }
  }
}

/// Locks of folders. A lock has one holder at a time, in this process or another, and ends with
/// its process, even when the process is killed.
///
/// The locks are byte ranges of a separate file, locked by `F_OFD_SETLK`. Two holders within one
/// process exclude each other, too, because such a lock belongs to an opened file.
final class FolderLock: Sendable {
  /// Linux's `F_OFD_SETLK`, which the Glibc module lacks.
  private static let setLockOfFile: Int32 = 37

  private let descriptor: Int32
  private let path: String

  /// Opens the lock file, and locks nothing yet.
  init(of store: String) throws(MailError) {
    path = store
    descriptor = open(store + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .storeUnusable(path: store, reason: systemReason()) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    // Unlocks explicitly: closing is not enough while a child process that is just being started
    // still has the descriptor.
    set(F_UNLCK, start: 0, length: 0)
    close(descriptor)
  }

  /// Takes the lock of a folder.
  ///
  /// - Returns: whether the lock was free.
  func take(_ folder: Int64) throws(MailError) -> Bool {
    if set(F_WRLCK, start: folder, length: 1) { return true }
    guard errno == EAGAIN || errno == EACCES else {
      throw .storeUnusable(path: path, reason: systemReason())
    }
    return false
  }

  func release(_ folder: Int64) { set(F_UNLCK, start: folder, length: 1) }

  @discardableResult
  private func set(_ kind: Int32, start: Int64, length: Int64) -> Bool {
    var range = flock()
    (range.l_type, range.l_whence) = (Int16(kind), Int16(SEEK_SET))
    (range.l_start, range.l_len) = (off_t(start), off_t(length))
    return fcntl(descriptor, Self.setLockOfFile, &range) == 0
  }
}
