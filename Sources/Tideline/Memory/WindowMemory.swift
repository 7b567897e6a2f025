import PullToRefresh
import TidelineGtk
import TidelineProgram

/// Remembers how the windows were left: where they were in which mailbox, and their size.
///
///     memory[\.window.isMaximized] = true
///     memory[\.[mailbox: path].place] = list.place
///
/// What changes is written half a second later, and when the window closes; so a crash loses no
/// more than that. Several windows and processes may remember in one file: the last one to change a
/// value wins, and what it did not change it leaves to the others.
///
/// The file is read and written on a thread of its own: a disk that hangs does not keep a window
/// waiting, but for a second when the program starts and when it ends. A file that cannot be read
/// counts as none, and for one that cannot be written there is one warning: the windows are none
/// the worse for it.
final class WindowMemory {
  private let file: MemoryFile
  private let delay: Duration
  private let disk = DiskQueue(label: "tideline.memory")
  private(set) var remembered: Remembered
  /// What has changed and is not given to be written; of each value the last change.
  private var changes: [Change] = []
  /// What is being written, in the order in which it will be.
  private var writes: [[Change]] = []
  private var writing: Timeout?
  private var hasComplained = false
  /// Nil before ``beginRun()``.
  private var run: ProcessMark?
  /// The mailboxes of which a conversation may be opened again.
  private var trusted: Set<String> = []

  private struct Change: Sendable {
    let key: AnyKeyPath & Sendable
    let apply: @Sendable (inout Remembered) -> Void
  }

  /// - Parameter delay: from a change to when it is written.
  init(_ file: MemoryFile, delay: Duration = .milliseconds(500)) {
    self.file = file
    self.delay = delay
    remembered = disk.value(within: .seconds(1)) { file.read() } ?? Remembered()
  }

  isolated deinit { writing?.cancel() }

  /// Of the program with this name on D-Bus: one with a store of its own remembers on its own.
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

  /// A mailbox was opened: the next start begins with it.
  func opened(_ path: String, title: String) {
    self[\.last] = path
    // There is a line for it wherever there is one for an account.
    if path != AllInboxes.path { self[\.[recent: path]] = RecentMailbox(title: title) }
  }

  /// Takes a mailbox off the list of recent ones, and with it all that is known of it.
  func forget(_ path: String) {
    self[\.[recent: path]] = nil
    self[\.[mailbox: path]] = RememberedMailbox()
    self[\.folded].remove(path)
    LastUpdatedFile.standard.removeLastUpdated(for: path)
    if remembered.last == path { self[\.last] = nil }
  }

  // MARK: Runs

  /// The program begins; whatever ends it before ``endRun()``, the next start knows.
  func beginRun() {
    let path = file.path + ".running"
    run = disk.value(within: .seconds(1)) { ProcessMark(path: path) }
  }

  func endRun() { run?.end() }

  /// Whether the conversation that was read last is not to be opened again, since it may be what has
  /// ended the run before; true once, and none is selected from then on.
  func takeUnfinished(in path: String) -> Bool {
    guard run?.wasCutShort == true, trusted.insert(path).inserted,
      self[\.[mailbox: path].selected] != nil
    else { return false }
    self[\.[mailbox: path].selected] = nil
    return true
  }

  // MARK: Writing

  /// Begins to write what has changed. A program that ends waits for it.
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
      // Tried again with the next change.
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
