import CTidelineShim
import PullToRefreshGtk

/// Reports the changes of a file, or of the files in a folder. Wraps `GFileMonitor`.
///
/// The kernel reports changes (inotify), so a folder without changes costs nothing. Events come a
/// moment later, on the main thread, as long as the monitor is kept. For a file that is written
/// without pause, an event comes only every 0.8 s.
///
///     let monitor = FileMonitor(path: "/home/ann/Maildir/new") { event in
///       if case .arrived(let path, _) = event { print(path) }
///     }
///
/// Do not watch a path that does not exist yet: GLib then polls every four seconds. It also does so
/// when the system has no watches left.
// `@MainActor` is the module's default, but the optimizer of other modules needs to see it.
@MainActor
public final class FileMonitor {
  /// A change. Paths are those of the file; a change of owner, mode or times is not reported.
  public enum Event: Hashable {
    /// The file was made, or moved here. `from` is its former path, if that is watched as well.
    case arrived(String, from: String?)
    /// The file was written, or another file was renamed to this path.
    case changed(String)
    /// The file has a new name in the same folder.
    case renamed(String, to: String)
    /// The file was deleted or moved away, or its file system is gone. Also reported for a watched
    /// folder.
    case left(String)
  }

  private let monitor: GFileMonitor

  /// Nil if the system cannot watch.
  ///
  /// - Parameters:
  ///   - path: the path of an existing file or folder.
  ///   - onEvent: receives each event. It may release the monitor.
  public init?(path: String, onEvent: @escaping (Event) -> Void) {
    guard let monitor = tideline_file_monitor_new(path) else { return nil }
    self.monitor = monitor
    unsafeBitCast(monitor, to: Object.self).connect("changed") {
      let other = $0.pointer(2).flatMap { localPath(of: $0) }
      let kind = GFileMonitorEvent($0.enumeration(3))
      if let path = $0.pointer(1).flatMap({ localPath(of: $0) }),
        let event = Event(path, other, kind)
      {
        onEvent(event)
      }
      return false
    }
  }

  isolated deinit { g_file_monitor_cancel(monitor) }
}

extension FileMonitor.Event {
  fileprivate init?(_ path: String, _ other: String?, _ event: GFileMonitorEvent) {
    switch event {
    case G_FILE_MONITOR_EVENT_CREATED: self = .arrived(path, from: nil)
    case G_FILE_MONITOR_EVENT_MOVED_IN: self = .arrived(path, from: other)
    case G_FILE_MONITOR_EVENT_CHANGED, G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT:
      self = .changed(path)
    case G_FILE_MONITOR_EVENT_RENAMED: self = .renamed(path, to: other ?? path)
    case G_FILE_MONITOR_EVENT_DELETED, G_FILE_MONITOR_EVENT_MOVED_OUT,
      G_FILE_MONITOR_EVENT_UNMOUNTED:
      self = .left(path)
    default: return nil
    }
  }
}
