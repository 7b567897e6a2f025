import Glibc
import Gtk

/// Hears of mail that arrives in a mailbox while its window is open.
///
/// Only arrivals count: a message that is read, marked or deleted elsewhere is no news, and
/// neither is one that was there when the mailbox was last read.
final class MailWatch {
  /// How many files and folders are watched at most, the first ones: a user's watches are few on
  /// some systems, and all programs share them. The others are looked at by the next refresh.
  static let limit = 64
  /// The kernel stamps files by a clock that is up to a tick behind; a slow one ticks 100 times a
  /// second.
  private static let tick: Int64 = 10_000_000

  private let paths: [String]
  private let onArrival: () -> Void
  private var monitors: [String: FileMonitor] = [:]
  /// What the watched files had in bytes when they were read.
  private var sizes: [String: Int64] = [:]
  /// When the mailbox was last read, in ns since 1970.
  private var readAt: Int64 = .min

  /// - Parameters:
  ///   - paths: files that grow and folders that get a file when mail arrives. Those that are not
  ///     there, or cannot be watched, are left out until the next reading.
  ///   - onArrival: called for each arrival, so perhaps often.
  init(_ paths: [String], onArrival: @escaping () -> Void) {
    self.paths = Array(paths.prefix(Self.limit))
    self.onArrival = onArrival
    mailboxIsRead()
  }

  /// How many files and folders are watched at this moment.
  var watchedCount: Int { monitors.count }

  /// The mailbox is about to be read: what has arrived until now will be seen.
  func mailboxIsRead() {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    readAt = now.nanoseconds - Self.tick
    for path in paths {
      guard let status = FileStatus(path) else {
        monitors[path] = nil
        continue
      }
      sizes[path] = status.isFolder ? nil : status.size
      if monitors[path] == nil { monitors[path] = watch(path) }
    }
  }

  private func watch(_ path: String) -> FileMonitor? {
    FileMonitor(path: path) { [weak self] in self?.hear($0, at: path) }
  }

  private func hear(_ event: FileMonitor.Event, at watched: String) {
    switch event {
    case .left(watched):
      // GLib would look for it again and again.
      monitors[watched] = nil
    case .changed(watched), .arrived(watched, from: _), .renamed(_, to: watched):
      if hasGrown(watched) { onArrival() }
    case .arrived(let path, from: let origin):
      guard sizes[watched] == nil, isMessage(path), !isWatched(origin) else { return }
      if FileStatus(path).map({ $0.changed >= readAt }) != false { onArrival() }
    default: break
    }
  }

  private func hasGrown(_ path: String) -> Bool {
    guard let known = sizes[path], let size = FileStatus(path)?.size else { return false }
    // What was taken out and what came since may well be of one size.
    if size < known { sizes[path] = size }
    return size > known
  }

  /// Programs keep notes of their own in these folders.
  private func isMessage(_ path: String) -> Bool {
    path.split(separator: "/").last?.hasPrefix(".") == false
  }

  /// Whether a message only moved from new/ to cur/, since somebody has seen it.
  private func isWatched(_ path: String?) -> Bool {
    guard let end = path?.lastIndex(of: "/") else { return false }
    return path.map { paths.contains(String($0[..<end])) } ?? false
  }
}

/// What the system says of a file.
private struct FileStatus {
  let isFolder: Bool
  let size: Int64
  /// When it was last written to, moved or renamed, in ns since 1970.
  let changed: Int64

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
  fileprivate var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}
