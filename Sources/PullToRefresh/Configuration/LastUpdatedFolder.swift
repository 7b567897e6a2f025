import FoundationEssentials
import PullToRefreshGtk

/// Keeps the times of the last refreshes in a folder, in a small file for each key: several programs
/// may use one folder. Only the user may read the files, and their names do not show the keys.
///
/// A thread of its own reads and writes the files, so that a disk that hangs does not block a
/// window. No time is known until the files are read, some milliseconds after the start. When the
/// program ends, it waits up to a second for unfinished writes.
///
/// A file that cannot be read counts as none. If one cannot be written, a warning goes to GLib's
/// log once, and the list works without the folder.
///
/// ```swift
/// controller.refresh.lastUpdated = LastUpdated(key: "inbox", store: LastUpdatedFolder.standard)
/// ```
public final class LastUpdatedFolder: LastUpdatedStore {
  private let disk: LastUpdatedDisk
  /// Seconds since 1970 by the file's name; nil for a key that was removed.
  private var seconds: [String: Double?] = [:]

  /// Opens a folder of your own choice. All lists of a program may share one folder.
  ///
  /// - Parameter path: the path of a folder for these files alone, which is made when needed.
  public convenience init(path: String) { self.init(LastUpdatedDisk(path: path)) }

  init(_ disk: LastUpdatedDisk) {
    self.disk = disk
    disk.read { [weak self] in self?.seconds.merge($0) { present, _ in present } }
  }

  /// The folder of this program in the user's state directory,
  /// `$XDG_STATE_HOME/PROGRAM/last-updated`.
  ///
  /// `PROGRAM` is the id of the default `GApplication`, else the name set by `g_set_prgname`, else
  /// the name of the process, as they are when this property is first used.
  public static let standard = LastUpdatedFolder(
    path: UserDirectories.state
      + "/\(UserDirectories.program ?? ProcessInfo.processInfo.processName)/last-updated"
  )

  public func lastUpdated(for key: String) -> Date? {
    let seconds = seconds[PrivateFile.name(for: key)] ?? nil
    let date = seconds.map { Date(timeIntervalSince1970: $0) }
    return date?.isRepresentable == true ? date : nil
  }

  public func setLastUpdated(_ date: Date, for key: String) {
    set(date.isRepresentable ? date.timeIntervalSince1970 : nil, for: key)
  }

  /// Removes the time of a list that no longer exists.
  package func removeLastUpdated(for key: String) { set(nil, for: key) }

  private func set(_ moment: Double?, for key: String) {
    let name = PrivateFile.name(for: key)
    seconds.updateValue(moment, forKey: name)
    disk.write(moment, to: name)
  }

  /// Returns once the files are read, and each earlier change is written or has failed.
  func loaded() async {
    await withCheckedContinuation { continuation in
      disk.finish { continuation.resume() }
    }
  }
}

/// The files of a ``LastUpdatedFolder``, read and written in order on their own queue.
nonisolated final class LastUpdatedDisk: @unchecked Sendable {
  private let path: String
  private let contents: @Sendable (_ path: String) -> [UInt8]?
  private let queue = DiskQueue(label: "pull-to-refresh.last-updated")
  private var hasWarned = false  // used only on the queue

  /// Tests pass a slow function that reads a file.
  init(
    path: String,
    contents: @escaping @Sendable (String) -> [UInt8]? = { PrivateFile.contents($0) }
  ) {
    self.path = path
    self.contents = contents
  }

  /// Passes the times in seconds since 1970, by the files' names, to the main actor.
  func read(_ receive: @escaping @MainActor @Sendable ([String: Double?]) -> Void) {
    queue.look(
      { [path, contents] in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.reduce(into: [:]) { times, name in
          guard PrivateFile.isName(name), let bytes = contents("\(path)/\(name)") else { return }
          times[name] = Double(String(decoding: bytes, as: UTF8.self))
        }
      },
      done: receive
    )
  }

  /// Writes a time in seconds since 1970; nil removes the file.
  func write(_ moment: Double?, to name: String) {
    queue.finish({ [self] in writeNow(moment, to: "\(path)/\(name)") }) {}
  }

  private func writeNow(_ moment: Double?, to file: String) {
    guard let moment else { return _ = try? FileManager.default.removeItem(atPath: file) }
    do {
      try PrivateFile.write(Array("\(moment)".utf8), to: file)
    } catch {
      guard !hasWarned else { return }
      hasWarned = true
      Diagnostics.warn(
        "pull-to-refresh: cannot keep when lists were refreshed in \(path): \(error)"
      )
    }
  }

  /// Calls the main actor after the work of all earlier calls.
  func finish(_ done: @escaping @MainActor @Sendable () -> Void) {
    queue.look({}, done: done)
  }
}
