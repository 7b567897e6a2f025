import Glibc
import TidelineGtk

/// Notices mail that arrives in a mailbox while its window is open.
///
/// Only arrivals count: a message that is read, marked or deleted elsewhere is no news, and
/// neither is one that was there when the mailbox was last read. Files are looked at on another
/// thread: a share that does not answer must not keep the window waiting.
final class MailWatch {
  /// How many files and folders are watched at most, the first ones: a user's watches are few on
  /// some systems, and all programs share them. The others are looked at by the next refresh.
  static let limit = 64
  /// The kernel stamps files by a clock that is up to a tick behind; a slow one ticks 100 times a
  /// second.
  private static let tick: Int64 = 10_000_000

  private let paths: [String]
  private let status: @Sendable (String) -> FileStatus?
  private let onArrival: () -> Void
  /// Looks in the order of the events: an answer is never older than one that was received.
  private let disk = DiskQueue(label: "tideline.watch")
  private var monitors: [String: FileMonitor] = [:]
  /// What the watched files had in bytes when they were read.
  private var sizes: [String: Int64] = [:]
  /// When the mailbox was last read, in ns since 1970.
  private var readAt: Int64 = .min

  /// - Parameters:
  ///   - paths: files that grow and folders that get a file when mail arrives. Those that are not
  ///     there, or cannot be watched, are left out until the next reading.
  ///   - status: looks at one of them; tests have a slow one.
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

  /// How many files and folders are watched at this moment.
  var watchedCount: Int { monitors.count }

  /// The mailbox is about to be read: what has arrived until now will be seen.
  ///
  /// - Parameter noted: called once nothing counts any more that arrived before.
  /// - Returns: when it may be read: what arrives from then on counts.
  func mailboxIsRead(_ noted: @escaping () -> Void = {}) async {
    await withCheckedContinuation { continuation in
      beginAnew {
        noted()
        continuation.resume()
      }
    }
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
      // GLib would look for it again and again.
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
