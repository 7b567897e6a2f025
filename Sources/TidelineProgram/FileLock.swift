import Glibc
import SystemPackage

/// A lock on a file or a folder, which one process has at a time. The system releases it when the
/// process ends.
package struct FileLock: Sendable {
  /// The locked file.
  package let file: FileDescriptor

  /// - Parameters:
  ///   - path: a file, which is made when missing, or an existing folder.
  ///   - isFolder: which of both it is.
  ///   - patience: how long to wait while another process has the lock.
  /// - Throws: `Errno.wouldBlock` if another process has it longer; the system's reason if the file
  ///   cannot be opened, or its file system has no locks.
  package init(
    _ path: String,
    isFolder: Bool = false,
    within patience: Duration = .zero
  ) throws(Errno) {
    do {
      file =
        isFolder
        ? try FileDescriptor.open(
          path,
          .readOnly,
          options: [.directory, .noFollow, .closeOnExec]
        )
        : try FileDescriptor.open(
          path,
          .readWrite,
          options: [.create, .noFollow, .closeOnExec],
          permissions: .ownerReadWrite
        )
    } catch {
      throw error as? Errno ?? .ioError
    }
    let deadline = ContinuousClock.now + patience
    while flock(file.rawValue, LOCK_EX | LOCK_NB) != 0 {
      let error = Errno(rawValue: errno)
      guard error == .interrupted || error == .wouldBlock && ContinuousClock.now < deadline else {
        try? file.close()
        throw error
      }
      usleep(5_000)
    }
  }

  /// Unlocks explicitly: closing the file would not release the lock while a child process, which
  /// has not executed its program yet, still has the file open.
  package func release() {
    flock(file.rawValue, LOCK_UN)
    try? file.close()
  }
}
