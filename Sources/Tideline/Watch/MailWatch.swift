import Glibc
import Mail
import TidelineGtk

/// Reports mail that arrives in a mailbox on disk.
///
/// Only arrivals count: not a message that is read, marked or deleted in another program, and not a
/// message that was there when the mailbox was last read. Files are checked on another thread: a
/// network share that does not answer must not block the window.
@MainActor final class MailWatch: FileWatch {
  /// The most files and folders watched: the first of the given paths. Mail in the others waits for
  /// the next refresh. Some systems allow a user only few watches, which all programs share.
  static let limit = 64
  /// The longest tick of the kernel in ns, at 100 ticks a second. A file's time stamp may be a tick
  /// behind the clock.
  private static let tick: Int64 = 10_000_000

  private let paths: [String]
  private let status: @Sendable (String) -> FileStatus?
  private let onArrival: () -> Void
  /// Checks files one by one, in the order of the events: the last result is always the newest.
  private let disk = DiskQueue(label: "tideline.watch")
  private var monitors: [String: FileMonitor] = [:]
  /// The smallest size in bytes of each watched file since the mailbox was last read.
  private var sizes: [String: Int64] = [:]
  /// The time when the last reading began, less a ``tick``, in ns since 1970.
  private var readAt: Int64 = .min

  /// - Parameters:
  ///   - paths: files that grow, and folders that get a file, when mail arrives. Paths that do not
  ///     exist or cannot be watched are left out until the next reading.
  ///   - status: checks a file; tests replace this by a slow function.
  ///   - onArrival: called for each arrival, so perhaps often.
  init(
    _ paths: [String],
    status: @escaping @Sendable (String) -> FileStatus? = { FileStatus($0) },
    onArrival: @escaping () -> Void
  ) {
    self.paths = Array(paths.prefix(Self.limit))
    self.status = status
    self.onArrival = onArrival
    beginAnew {}
  }

  // The monitors must be released on the main thread.
  isolated deinit {}

  /// The number of files and folders that are watched now.
  var watchedCount: Int { monitors.count }

  /// Notes the time and the files' sizes, so that only mail that arrives later is reported. Await
  /// this before each reading of the mailbox: the reading finds all earlier mail.
  func beginReading() async {
    await withCheckedContinuation { continuation in beginAnew { continuation.resume() } }
  }

  private func beginAnew(_ done: @escaping @MainActor () -> Void) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    readAt = now.nanoseconds - Self.tick
    look(at: paths) { [weak self] in
      self?.note($0)
      done()
    }
  }

  private func note(_ found: [FileStatus?]) {
    for (path, status) in zip(paths, found) {
      guard let status else {
        monitors[path] = nil
        continue
      }
      sizes[path] = status.isFolder ? nil : status.size
      if monitors[path] == nil { monitors[path] = watch(path) }
    }
  }

  private func look(
    at paths: [String],
    _ done: @escaping @MainActor @Sendable ([FileStatus?]) -> Void
  ) {
    disk.look({ [status] in paths.map(status) }, done: done)
  }

  private func watch(_ path: String) -> FileMonitor? {
    FileMonitor(path: path) { [weak self] in self?.receive($0, at: path) }
  }

  private func receive(_ event: FileMonitor.Event, at watched: String) {
    switch event {
    case .left(watched):
      // Stops the monitor: GLib would poll for a path that does not exist.
      monitors[watched] = nil
    case .changed(watched), .arrived(watched, from: _), .renamed(_, to: watched):
      look(at: [watched]) { [weak self] in
        if let self, let size = $0[0]?.size, hasGrown(watched, to: size) { onArrival() }
      }
    case .arrived(let path, from: let origin):
      guard sizes[watched] == nil, isMessage(path), !isWatched(origin) else { return }
      look(at: [path]) { [weak self] in
        if let self, $0[0].map({ $0.changed >= self.readAt }) != false { onArrival() }
      }
    default: break
    }
  }

  private func hasGrown(_ path: String, to size: Int64) -> Bool {
    guard let known = sizes[path] else { return false }
    // Notes a smaller size, since mail that arrives after a removal may restore the old size.
    if size < known { sizes[path] = size }
    return size > known
  }

  /// Whether a file is a message, and not a hidden file of a program's own.
  private func isMessage(_ path: String) -> Bool {
    path.split(separator: "/").last?.hasPrefix(".") == false
  }

  /// Whether the file was in a watched folder before. A program that shows a message moves it from
  /// new/ to cur/, which is no arrival.
  private func isWatched(_ path: String?) -> Bool {
    guard let end = path?.lastIndex(of: "/") else { return false }
    return path.map { paths.contains(String($0[..<end])) } ?? false
  }
}

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
