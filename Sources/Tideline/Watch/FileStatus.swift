import Glibc

/// What the system knows of a file, behind links.
nonisolated struct FileStatus: Sendable {
  let isFolder: Bool
  let size: Int64
  /// When it was last written to, moved or renamed, in ns since 1970.
  let changed: Int64

  /// Nil where nothing is. A share that does not answer may take as long as it likes: ask on
  /// another thread than a window's.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    size = Int64(status.st_size)
    changed = status.st_ctim.nanoseconds
  }
}

extension timespec {
  /// Any two moments differ, whatever number a broken clock has given.
  nonisolated var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}
