import Glibc

/// The status of a file; a link is followed.
nonisolated struct FileStatus: Sendable {
  let isFolder: Bool
  let size: Int64
  /// The time when the file was last written to, moved or renamed, in ns since 1970.
  let changed: Int64

  /// Nil if there is no file. A network share may block for any time, so never use it on the main
  /// thread.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    size = Int64(status.st_size)
    changed = status.st_ctim.nanoseconds
  }
}

extension timespec {
  /// Wraps around instead of trapping, so that any time of a broken clock is accepted.
  nonisolated var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}
