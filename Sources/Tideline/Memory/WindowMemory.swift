import PullToRefresh
import TidelineGtk
import TidelineProgram

/// Remembers the windows' size, and the folder and scroll position of each mailbox.
///
///     memory[\.window.isMaximized] = true
///     memory[\.[mailbox: path].place] = list.place
///
/// A change is written half a second later, or when the window closes; so a crash loses only the
/// changes of half a second. Several windows and processes may share one file: the last writer of a
/// value wins, and a writer leaves all values alone that it did not change.
///
/// The file is read and written on a thread of its own: a disk that hangs delays the program by at
/// most two seconds at its start, and a second at its end. A file that cannot be read counts as
/// empty. A file that cannot be written causes one warning, and the windows still work.
final class WindowMemory {
  private let file: MemoryFile
  private let delay: Duration
  private let disk = DiskQueue(label: "tideline.memory")
  private(set) var remembered: Remembered
  /// The changes that are not being written yet; for each value only the last one.
  private var changes: [Change] = []
  /// The batches that are being written, in their order.
  private var writes: [[Change]] = []
  private var writing: Timeout?
  private var hasComplained = false
  /// The mark of the present run; nil before ``beginRun()``.
  private var run: ProcessMark?
  /// The paths of the mailboxes that ``takeUnfinished(in:)`` has already checked.
  private var trusted: Set<String> = []

  private struct Change: Sendable {
    let key: AnyKeyPath & Sendable
    let apply: @Sendable (inout Remembered) -> Void
  }

  init(_ file: MemoryFile, delay: Duration = .milliseconds(500)) {
    self.file = file
    self.delay = delay
    remembered = disk.value(within: .seconds(1)) { file.read() } ?? Remembered()
  }

  isolated deinit { writing?.cancel() }

  /// The memory of the program with this D-Bus name, which is different for each custom store.
  convenience init(of id: String) {
    let name = id == AppInfo.id ? "windows" : String(id.dropFirst(AppInfo.id.count + 1))
    self.init(MemoryFile(path: "\(UserDirectories.state)/tideline/\(name).json"))
  }

  subscript<Value: Equatable & Sendable>(
    key: WritableKeyPath<Remembered, Value> & Sendable
  ) -> Value {
    get { remembered[keyPath: key] }
    set {
      guard remembered[keyPath: key] != newValue else { return }
      remembered[keyPath: key] = newValue
      changes.removeAll { $0.key == key }
      changes.append(Change(key: key) { $0[keyPath: key] = newValue })
      guard writing == nil else { return }
      writing = Timeout(after: delay) { [weak self] in self?.write() }
    }
  }

  /// Notes that a mailbox was opened: the next start opens it again.
  func opened(_ path: String, title: String) {
    self[\.last] = path
    // All Inboxes needs no recent entry: every list of accounts has a line for it.
    if path != AllInboxes.path { self[\.[recent: path]] = RecentMailbox(title: title) }
  }

  /// Removes a mailbox from the recent mailboxes, and forgets everything noted about the mailbox.
  func forget(_ path: String) {
    self[\.[recent: path]] = nil
    self[\.[mailbox: path]] = RememberedMailbox()
    self[\.folded].remove(path)
    LastUpdatedFolder.ofMailboxes.removeLastUpdated(for: path)
    if remembered.last == path { self[\.last] = nil }
  }

  // MARK: Runs

  /// Marks the run as begun. If the program ends before ``endRun()``, the next start knows it.
  func beginRun() {
    let path = file.path + ".running"
    run = disk.value(within: .seconds(1)) { ProcessMark(path: path) }
  }

  func endRun() { run?.end() }

  /// If the previous run was cut short, unselects the mailbox's conversation, which may have
  /// crashed the program, and returns true. Does so once for each mailbox.
  func takeUnfinished(in path: String) -> Bool {
    guard run?.wasCutShort == true, trusted.insert(path).inserted,
      self[\.[mailbox: path].selected] != nil
    else { return false }
    self[\.[mailbox: path].selected] = nil
    return true
  }

  // MARK: Writing

  /// Starts to write the changes on the ``disk`` queue, for which the program waits at its end.
  func write() {
    writing?.cancel()
    writing = nil
    guard !changes.isEmpty else { return }
    writes.append(changes)
    let batch = changes.map(\.apply)
    changes = []
    disk.finish { [file] in
      Result { try file.update { all in for apply in batch { apply(&all) } } }
    } done: { [weak self] in
      self?.wrote($0)
    }
  }

  /// Whether nothing is being written.
  var isWritten: Bool { writes.isEmpty }

  private func wrote(_ result: Result<Remembered, any Error>) {
    let batch = writes.removeFirst()
    let later = writes.joined() + changes
    switch result {
    case .success(var all):
      for change in later { change.apply(&all) }
      remembered = all
    case .failure(let error):
      // Writes the failed changes again with the next change.
      changes.insert(
        contentsOf: batch.filter { change in !later.contains { $0.key == change.key } },
        at: 0
      )
      complain(error)
    }
  }

  private func complain(_ error: any Error) {
    guard !hasComplained else { return }
    hasComplained = true
    Diagnostics.warn("tideline: cannot remember the windows in \(file.path): \(error)")
  }
}

extension LastUpdatedFolder {
  /// The times of the last refreshes of mailboxes. The folder has the name of the window's program.
  static let ofMailboxes = LastUpdatedFolder(
    path: "\(UserDirectories.state)/tideline-window/last-updated"
  )
}

/// Gives a new window the remembered size, and remembers the size that the user gives the window.
enum WindowSize {
  /// - Parameter window: a window that is not shown yet.
  static func keep(_ window: Window, in memory: WindowMemory) {
    let last = memory[\.window]
    window.setDefaultSize(width: last.size.width, height: last.size.height)
    if last.isMaximized { window.maximize() }
    let unowned = Unowned(window)
    let note: () -> Void = {
      let size = unowned.object.defaultSize
      let present = RememberedWindow.Size(width: size.width, height: size.height)
      if present.isUsable { memory[\.window.size] = present }
      memory[\.window.isMaximized] = unowned.object.isMaximized
    }
    for property in ["default-width", "default-height", "maximized"] {
      window.connect("notify::\(property)", note)
    }
  }
}
