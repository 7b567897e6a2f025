import FoundationEssentials
import Gtk

/// Keeps the moments of the last refreshes in a small file, as seconds since 1970 by key. Nobody
/// else may read it, since the keys may tell what somebody looks at.
///
/// A file that cannot be read counts as empty, and one that cannot be written is warned of once:
/// a list is none the worse for it.
public final class LastUpdatedFile: LastUpdatedStore {
  private let path: String
  private lazy var seconds = read()
  private var hasWarned = false

  /// - Parameter path: of a JSON file; made, with its folder, when there is something to keep.
  public init(path: String) { self.path = path }

  /// The file of this program in the user's state directory,
  /// `$XDG_STATE_HOME/PROGRAM/last-updated.json`.
  public static let standard = LastUpdatedFile(
    path: UserDirectories.state + "/\(ProcessInfo.processInfo.processName)/last-updated.json"
  )

  public func lastUpdated(for key: String) -> Date? {
    seconds[key].map { Date(timeIntervalSince1970: $0) }
  }

  public func setLastUpdated(_ date: Date, for key: String) {
    // Others may have written by now, and later moments than those known here.
    seconds.merge(read(), uniquingKeysWith: max)
    seconds[key] = date.isRepresentable ? date.timeIntervalSince1970 : nil
    do {
      let url = URL(filePath: path)
      try FileManager.default.createDirectory(
        atPath: url.deletingLastPathComponent().path,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
      try JSONEncoder().encode(seconds).write(to: url, options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    } catch {
      guard !hasWarned else { return }
      hasWarned = true
      Diagnostics.warn(
        "pull-to-refresh: cannot keep when lists were refreshed in \(path): \(error)"
      )
    }
  }

  private func read() -> [String: Double] {
    guard let data = FileManager.default.contents(atPath: path) else { return [:] }
    let seconds = (try? JSONDecoder().decode([String: Double].self, from: data)) ?? [:]
    return seconds.filter { Date(timeIntervalSince1970: $0.value).isRepresentable }
  }
}
