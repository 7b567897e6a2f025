import FoundationEssentials
import PullToRefreshGtk

/// Keeps the times of the last refreshes in a small file, as seconds since 1970 by key. Only the
/// user may read the file, since the keys may show what the user looks at.
///
/// A thread of its own reads and writes the file, so that a disk that hangs does not block a
/// window. No time is known until the file is read, some milliseconds after the start. When the
/// program ends, it waits up to a second for unfinished writes.
///
/// A file that cannot be read counts as empty. If it cannot be written, a warning goes to GLib's
/// log once, and the list works without the file.
///
/// ```swift
/// controller.refresh.lastUpdated = LastUpdated(key: "inbox", store: LastUpdatedFile.standard)
/// ```
public final class LastUpdatedFile: LastUpdatedStore {
  private let disk: LastUpdatedDisk
  private var seconds: [String: Double] = [:]
  /// The number of changes made so far. File content that was read before the latest change is out
  /// of date, and ignored.
  private var changes = 0

  /// Opens a file of your own choice. All lists of a program may share one file.
  ///
  /// - Parameter path: the path of a JSON file. The file and its folder are made when needed.
  public convenience init(path: String) { self.init(LastUpdatedDisk(path: path)) }

  init(_ disk: LastUpdatedDisk) {
    self.disk = disk
    disk.read { [weak self] in self?.receive($0, after: 0) }
  }

  /// The file of this program in the user's state directory,
  /// `$XDG_STATE_HOME/PROGRAM/last-updated.json`.
  ///
  /// `PROGRAM` is the id of the default `GApplication`, else the name set by `g_set_prgname`, else
  /// the name of the process, as they are when this property is first used.
  public static let standard = LastUpdatedFile(
    path: UserDirectories.state
      + "/\(UserDirectories.program ?? ProcessInfo.processInfo.processName)/last-updated.json"
  )

  public func lastUpdated(for key: String) -> Date? {
    let date = seconds[key].map { Date(timeIntervalSince1970: $0) }
    return date?.isRepresentable == true ? date : nil
  }

  public func setLastUpdated(_ date: Date, for key: String) {
    set(date.isRepresentable ? date.timeIntervalSince1970 : nil, for: key)
  }

  /// Removes the time of a list that no longer exists.
  package func removeLastUpdated(for key: String) { set(nil, for: key) }

  private func set(_ moment: Double?, for key: String) {
    seconds[key] = moment
    changes += 1
    disk.write(moment, for: key) { [weak self, changes] in self?.receive($0, after: changes) }
  }

  /// Returns once the file is read, and each earlier change is written or has failed.
  func loaded() async {
    await withCheckedContinuation { continuation in
      disk.finish { continuation.resume() }
    }
  }

  private func receive(_ seconds: [String: Double], after changes: Int) {
    if changes == self.changes { self.seconds = seconds }
  }
}

/// The file of a ``LastUpdatedFile``, read and written in order on its own queue.
nonisolated final class LastUpdatedDisk: @unchecked Sendable {
  private let path: String
  private let contents: @Sendable (_ path: String) -> [UInt8]?
  private let queue = DiskQueue(label: "pull-to-refresh.last-updated")
  // Used only on the queue.
  private var seconds: [String: Double] = [:]
  private var hasWarned = false

  /// - Parameter contents: reads a file; tests pass a slow function.
  init(
    path: String,
    contents: @escaping @Sendable (String) -> [UInt8]? = { PrivateFile.contents($0) }
  ) {
    self.path = path
    self.contents = contents
  }

  /// - Parameter receive: called on the main actor with the whole content of the file.
  func read(_ receive: @escaping @MainActor @Sendable ([String: Double]) -> Void) {
    queue.look({ [self] in merged() }, done: receive)
  }

  /// - Parameters:
  ///   - moment: in seconds since 1970; nil removes the key.
  ///   - receive: called on the main actor with the file's whole content afterwards.
  func write(
    _ moment: Double?,
    for key: String,
    _ receive: @escaping @MainActor @Sendable ([String: Double]) -> Void
  ) {
    queue.finish(
      { [self] in
        _ = merged()
        seconds[key] = moment
        write()
        return seconds
      },
      done: receive
    )
  }

  /// - Parameter done: called on the main actor after the callbacks of all earlier calls.
  func finish(_ done: @escaping @MainActor @Sendable () -> Void) {
    queue.look({}, done: done)
  }

  /// Merges the file's content, because other programs may have written later times.
  private func merged() -> [String: Double] {
    seconds.merge(onDisk, uniquingKeysWith: max)
    return seconds
  }

  private var onDisk: [String: Double] {
    guard let bytes = contents(path) else { return [:] }
    return (try? JSONDecoder().decode([String: Double].self, from: Data(bytes))) ?? [:]
  }

  private func write() {
    do {
      try PrivateFile.write(Array(JSONEncoder().encode(seconds)), to: path)
    } catch {
      guard !hasWarned else { return }
      hasWarned = true
      Diagnostics.warn(
        "pull-to-refresh: cannot keep when lists were refreshed in \(path): \(error)"
      )
    }
  }
}
