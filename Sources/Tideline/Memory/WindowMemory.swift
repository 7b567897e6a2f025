import Gtk
import TidelineProgram

/// Remembers how the windows were left: where they were in which mailbox, and their size.
///
///     memory[\.window.isMaximized] = true
///     memory[\.[mailbox: path].place] = list.place
///
/// What changes is written half a second later, and when the window closes; so a crash loses no
/// more than that. Several processes may remember in one file: the last one to change a value wins,
/// and what it did not change it leaves to the others.
///
/// A file that cannot be read counts as none, and one that cannot be written is complained of once:
/// the windows are none the worse for it.
final class WindowMemory {
  private let file: MemoryFile
  private let delay: Duration
  private(set) var remembered: Remembered
  /// What changed since it was written, in the order of the changes; of each value the last.
  private var changes: [(key: AnyKeyPath, apply: (inout Remembered) -> Void)] = []
  private var writing: Timeout?
  private var hasComplained = false

  /// - Parameter delay: from a change to when it is written.
  init(_ file: MemoryFile, delay: Duration = .milliseconds(500)) {
    self.file = file
    self.delay = delay
    remembered = file.read()
  }

  isolated deinit { writing?.cancel() }

  /// Of the program with this name on D-Bus: one with a store of its own remembers on its own.
  convenience init(of id: String) {
    let name = id == AppInfo.id ? "windows" : String(id.dropFirst(AppInfo.id.count + 1))
    self.init(MemoryFile(path: "\(UserDirectories.state)/tideline/\(name).json"))
  }

  subscript<Value: Equatable>(key: WritableKeyPath<Remembered, Value>) -> Value {
    get { remembered[keyPath: key] }
    set {
      guard remembered[keyPath: key] != newValue else { return }
      remembered[keyPath: key] = newValue
      changes.removeAll { $0.key == key }
      changes.append((key, { $0[keyPath: key] = newValue }))
      guard writing == nil else { return }
      writing = Timeout(after: delay) { [weak self] in self?.write() }
    }
  }

  /// A mailbox was opened: the next start begins with it.
  func opened(_ path: String, title: String) {
    self[\.last] = path
    self[\.[recent: path]] = RecentMailbox(title: title)
  }

  /// Takes a mailbox off the list of recent ones, and with it all that is known of it.
  func forget(_ path: String) {
    self[\.[recent: path]] = nil
    self[\.[mailbox: path]] = RememberedMailbox()
    if remembered.last == path { self[\.last] = nil }
  }

  /// Writes what has changed.
  func write() {
    writing?.cancel()
    writing = nil
    guard !changes.isEmpty else { return }
    do {
      let changes = changes
      remembered = try file.update { for change in changes { change.apply(&$0) } }
      self.changes = []
    } catch {
      // Tried again with the next change.
      guard !hasComplained else { return }
      hasComplained = true
      Diagnostics.warn("tideline: cannot remember the windows in \(file.path): \(error)")
    }
  }
}
