import FoundationEssentials
import PullToRefreshGtk

/// Keeps the moments of the last refreshes in a small file, as seconds since 1970 by key. Only
/// its user may read it, since the keys may show what the user looks at.
///
/// The file is read and written on a thread of its own, so that a disk that hangs does not block a
/// window. Its content is known some milliseconds after the start; ``loaded()`` waits for that.
/// A program that ends waits up to a second for what is not yet written.
///
/// A file that cannot be read counts as empty. For one that cannot be written, a warning goes to
/// GLib's log once; the list works without it.
public final class LastUpdatedFile: LastUpdatedStore {
  private let disk: LastUpdatedDisk
  private var seconds: [String: Double] = [:]
  /// How many moments were set here: what was read before the last of them is out of date.
  private var changes = 0

  /// - Parameter path: of a JSON file; made, with its folder, when there is something to keep.
  public convenience init(path: String) { self.init(LastUpdatedDisk(path: path)) }

  init(_ disk: LastUpdatedDisk) {
    self.disk = disk
    disk.read { [weak self] in self?.receive($0, after: 0) }
  }

  /// The file of this program in the user's state directory,
  /// `$XDG_STATE_HOME/PROGRAM/last-updated.json`.
  public static let standard = LastUpdatedFile(
    path: UserDirectories.state + "/\(ProcessInfo.processInfo.processName)/last-updated.json"
  )

  public func lastUpdated(for key: String) -> Date? {
    let date = seconds[key].map { Date(timeIntervalSince1970: $0) }
    return date?.isRepresentable == true ? date : nil
  }

  public func setLastUpdated(_ date: Date, for key: String) {
    set(date.isRepresentable ? date.timeIntervalSince1970 : nil, for: key)
  }

  /// Removes the moment of a list that is not there any more.
  public func removeLastUpdated(for key: String) { set(nil, for: key) }

  private func set(_ moment: Double?, for key: String) {
    seconds[key] = moment
    changes += 1
    disk.write(moment, for: key) { [weak self, changes] in self?.receive($0, after: changes) }
  }

  /// Returns when the file was read, and all that was set before was written or could not be.
  public func loaded() async {
    await withCheckedContinuation { continuation in
      disk.finish { continuation.resume() }
    }
  }

  private func receive(_ seconds: [String: Double], after changes: Int) {
    if changes == self.changes { self.seconds = seconds }
  }
}
