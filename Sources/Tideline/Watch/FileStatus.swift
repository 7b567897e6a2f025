import Glibc

/// The status of a file, or of the file to which a symbolic link leads.
nonisolated struct FileStatus: Sendable {
  let isFolder: Bool
  let size: Int64
  /// The time of the last change of content, name or other metadata (`st_ctim`), in ns since 1970.
  let changed: Int64

  /// Nil if there is no file, or its status cannot be read. A network share may block for any time,
  /// so never call this on the main thread.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    size = Int64(status.st_size)
    changed = status.st_ctim.nanoseconds
  }
}

extension timespec {
  /// The time in ns. Wraps around instead of trapping: a broken clock may give any time.
  nonisolated var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}
