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
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var waitingEnds: Timeout?
  private var hasComplained = false
  /// How many conversations are being opened in this process, by their mailbox's path.
  private var openings: [String: Int] = [:]

  /// More than a disk takes that has other work, and hardly to be noticed by the user.
  private static let patience = Duration.milliseconds(200)

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

  isolated deinit {
    writing?.cancel()
    goOn()
  }

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

  /// A conversation is being opened. Nothing else is done about it before ``written()`` returns.
  func beginOpening(in path: String) {
    openings[path, default: 0] += 1
    self[\.[mailbox: path].opening] = true
    write()
  }

  /// A conversation is open, or given up.
  func endOpening(in path: String) {
    guard let count = openings[path] else { return }
    openings[path] = count > 1 ? count - 1 : nil
    if count == 1 { self[\.[mailbox: path].opening] = false }
  }

  /// Whether a process ended while a conversation was being opened; true once, and none is selected
  /// from then on.
  func takeUnfinished(in path: String) -> Bool {
    // One that is being opened here is marked, too.
    guard openings[path] == nil, self[\.[mailbox: path].opening] else { return false }
    self[\.[mailbox: path].opening] = false
    self[\.[mailbox: path].selected] = nil
    write()
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

  /// Returns when all is written that was given to be, or could not be; after ``patience`` in any
  /// case, since a disk may hang, or be busy.
  func written() async {
    guard !writes.isEmpty else { return }
    await withCheckedContinuation { continuation in
      waiting.append(continuation)
      waitingEnds = waitingEnds ?? Timeout(after: Self.patience) { [weak self] in self?.goOn() }
    }
  }

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
    if writes.isEmpty { goOn() }
  }

  private func goOn() {
    waitingEnds?.cancel()
    waitingEnds = nil
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  private func complain(_ error: any Error) {
    guard !hasComplained else { return }
    hasComplained = true
    Diagnostics.warn("tideline: cannot remember the windows in \(file.path): \(error)")
  }
}
