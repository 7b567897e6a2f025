import CTidelineShim
import PullToRefreshGtk

/// Reports the changes of a file, or of the files in a folder: a face of `GFileMonitor`.
///
/// The kernel reports them (inotify), so a folder without changes costs nothing. Events come a
/// moment later, on the main thread, as long as the monitor is kept. A file that is written to
/// without pause is reported every 0.8 s only.
///
///     let monitor = FileMonitor(path: "/home/ann/Maildir/new") { event in
///       if case .arrived(let path, _) = event { print(path) }
///     }
///
/// Do not watch a path that does not exist yet: GLib then polls every four seconds, as it does when
/// the system's number of watches is used up.
// Written out although it is the module's default, since the optimiser of other modules needs it.
@MainActor
public final class FileMonitor {
  /// What happened. Paths are those of the file; a change of owner, mode or times is no event.
  public enum Event: Hashable {
    /// It was made, or moved here; from where, if that is watched as well.
    case arrived(String, from: String?)
    /// It was written to, or another one was renamed to it.
    case changed(String)
    /// It has another name now, in the same folder.
    case renamed(String, to: String)
    /// It was deleted, or moved away, or its file system is gone. Also reported for a watched
    /// folder.
    case left(String)
  }

  private let monitor: GFileMonitor

  /// Nil where the system cannot watch.
  ///
  /// - Parameters:
  ///   - path: of a file or folder, which exists.
  ///   - onEvent: may release the monitor.
  public init?(path: String, onEvent: @escaping (Event) -> Void) {
    typealias Handler = (Event) -> Void
    let monitor = tideline_file_monitor_new(
      path,
      target(owning: Closure<Handler>(onEvent))
    ) { context, path, other, event in
      MainActor.assumeIsolated {
        guard let event = Event(path, other, event) else { return }
        Closure<Handler>.from(context)(event)
      }
    }
    guard let monitor else { return nil }
    self.monitor = monitor
  }

  isolated deinit { g_file_monitor_cancel(monitor) }
}

extension FileMonitor.Event {
  fileprivate init?(
    _ path: UnsafePointer<CChar>,
    _ other: UnsafePointer<CChar>?,
    _ event: GFileMonitorEvent
  ) {
    let path = String(cString: path)
    let other = other.map { String(cString: $0) }
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
