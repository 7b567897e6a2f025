import FoundationEssentials
import PullToRefreshGtk

/// Keeps the times of the last refreshes in a folder, in a small file for each key: several
/// programs may use one folder. Only the user may read the files, and their names do not show the
/// keys.
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
  private let path: String
  private let queue = DiskQueue(label: "pull-to-refresh.last-updated")
  /// Seconds since 1970 by the file's name; nil for a key that was removed.
  private var seconds: [String: Double?] = [:]
  private var hasWarned = false

  /// Opens a folder of your own choice. All lists of a program may share one folder.
  ///
  /// - Parameter path: the path of a folder for these files alone, which is made when needed.
  public convenience init(path: String) {
    self.init(path: path, reading: { PrivateFile.contents($0) })
  }

  /// Tests pass a slow function that reads a file.
  init(path: String, reading contents: @escaping @Sendable (_ path: String) -> [UInt8]?) {
    self.path = path
    queue.look(
      {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.reduce(into: [:]) { times, name in
          guard PrivateFile.isName(name), let bytes = contents("\(path)/\(name)") else { return }
          times[name] = Double(String(decoding: bytes, as: UTF8.self))
        }
      },
      done: { [weak self] (times: [String: Double?]) in
        self?.seconds.merge(times) { present, _ in present }
      }
    )
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
    let file = "\(path)/\(name)"
    queue.finish({ () -> String? in
      guard let moment else {
        try? FileManager.default.removeItem(atPath: file)
        return nil
      }
      do {
        try PrivateFile.write(Array("\(moment)".utf8), to: file)
        return nil
      } catch {
        return "\(error)"
      }
    }) { failure in
      if let failure { self.warn(failure) }
    }
  }

  private func warn(_ failure: String) {
    guard !hasWarned else { return }
    hasWarned = true
    Diagnostics.warn(
      "pull-to-refresh: cannot keep when lists were refreshed in \(path): \(failure)"
    )
  }

  /// Returns once the files are read, and each earlier change is written or has failed.
  func loaded() async {
    await withCheckedContinuation { continuation in
      queue.look({}, done: { continuation.resume() })
    }
  }
}
