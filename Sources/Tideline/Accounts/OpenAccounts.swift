import TidelineGtk
import Mail
import TidelineProgram

/// The accounts of the sidebar: what their folders hold, and whether they are reached. All windows
/// show the same ones.
final class OpenAccounts {
  /// In the order of the sidebar.
  private(set) var accounts: [Account] = [] { didSet { if accounts != oldValue { tell() } } }
  let pool: MailboxPool
  private let memory: WindowMemory
  private var mailboxes: [String: Mailbox] = [:]
  /// Receive the states of the mailboxes.
  private var following: [String: Task<Void, Never>] = [:]
  /// Refreshes of accounts that are not shown.
  private var refreshing: [String: Task<Void, Never>] = [:]
  /// The paths of those that are in the list of accounts on servers: they stay in the sidebar for
  /// as long as they are in there.
  private var added: Set<String> {
    get { memory[\.added] }
    set { memory[\.added] = newValue }
  }
  /// Those that are being removed: the list may still have them.
  private var removing: Set<String> = []
  private var hasBegun = false
  /// Whether all of them are known, also those that were added by the command line.
  private(set) var isComplete = false
  private var listeners: [Listener] = []

  private struct Listener {
    weak var owner: AnyObject?
    let change: () -> Void
    let drop: (_ path: String) -> Void
    let renew: (_ path: String) -> Void
  }

  /// What is remembered of accounts that were removed by the command line while no program ran is
  /// forgotten: a disk that hangs keeps the window waiting for a second at most.
  init(_ memory: WindowMemory, _ pool: MailboxPool) {
    (self.memory, self.pool) = (memory, pool)
    let disk = DiskQueue(label: "tideline.accounts")
    if !added.isEmpty, let list = disk.value(within: .seconds(1), of: { KeptAccount.listed() }) {
      list.map(dropAll(notIn:))
    }
    accounts = memory.remembered.accounts.map { Account(path: $0.path, title: $0.title) }
  }

  isolated deinit {
    for task in [following, refreshing].flatMap(\.values) { task.cancel() }
  }

  /// Calls for as long as the owner lives.
  ///
  /// - Parameters:
  ///   - drop: after an account was taken away, which must not be used any more.
  ///   - renew: after what is kept of an account has changed, so that it is to be opened anew.
  ///   - change: after each change.
  func listen(
    for owner: AnyObject,
    drop: @escaping (_ path: String) -> Void,
    renew: @escaping (_ path: String) -> Void = { _ in },
    change: @escaping () -> Void
  ) {
    listeners.append(Listener(owner: owner, change: change, drop: drop, renew: renew))
  }

  private func tell() {
    listeners.removeAll { $0.owner == nil }
    for listener in listeners { listener.change() }
  }

  /// Opens them, once there is a window with rows: none of them is waited for. Those that were
  /// never read are read.
  ///
  /// - Parameter shown: the paths of those that are shown, and read by that.
  func begin(besides shown: [String]) {
    guard !hasBegun else { return }
    hasBegun = true
    Task { [weak self] in
      let list = await KeptAccount.added()
      guard let self else { return }
      list.map(take)
      isComplete = true
      for path in accounts.map(\.path) { follow(path, reads: !shown.contains(path)) }
    }
  }

  /// Takes over what the command line has done since: accounts that it added, or removed.
  func update() {
    Task { [weak self] in
      // A list that cannot be read says nothing of what is in it.
      guard let list = await KeptAccount.added(), let self else { return }
      let known = Set(accounts.map(\.path))
      take(list)
      guard isComplete else { return }
      for account in list where !known.contains(account.path) {
        follow(account.path, reads: true)
      }
    }
  }

  private func take(_ list: [KeptAccount]) {
    dropAll(notIn: list)
    let known = removing.union(accounts.map(\.path))
    added = Set(list.map(\.path)).subtracting(removing)
    accounts += list.filter { !known.contains($0.path) }
      .map { Account(path: $0.path, title: $0.title) }
  }

  private func dropAll(notIn list: [KeptAccount]) {
    for path in added.subtracting(list.map(\.path)) { drop(path) }
  }

  func contains(_ path: String) -> Bool { accounts.contains { $0.path == path } }

  /// Those of the sidebar; nil while not all of them are known.
  var kept: [KeptAccount]? {
    isComplete ? accounts.map { KeptAccount(path: $0.path, title: $0.title) } : nil
  }

  /// Keeps a mailbox in the sidebar.
  func keep(_ path: String, title: String? = nil) {
    guard !contains(path) else { return }
    let title = title ?? memory.remembered[recent: path]?.title ?? AllInboxes.shown(path)
    memory[\.accounts].append(KeptAccount(path: path, title: title))
    accounts.append(Account(path: path, title: title))
    if hasBegun { follow(path) }
  }

  /// Keeps an account that has just been added. One that was there already is opened anew, with
  /// what was changed of it, such as the certificate that is accepted.
  ///
  /// - Returns: whether it was opened anew, in all windows that show it.
  func keepAdded(_ path: String, title: String) -> Bool {
    let wasThere = contains(path)
    close(path)
    keep(path, title: title)
    added.insert(path)
    guard wasThere else { return false }
    follow(path)
    for listener in listeners where listener.owner != nil { listener.renew(path) }
    return true
  }

  /// Takes a mailbox off the list of recent ones; and out of the sidebar, unless it is in the list
  /// of accounts, from which it is removed in another way.
  func forget(_ path: String) {
    contains(path) && !added.contains(path) ? drop(path) : memory.forget(path)
  }

  private func close(_ path: String) {
    for tasks in [following, refreshing] { tasks[path]?.cancel() }
    (following[path], refreshing[path], mailboxes[path]) = (nil, nil, nil)
    pool.forget(path)
  }

  /// Takes an account out of the sidebar, and closes it: who still holds the mailbox writes no more,
  /// and does not make its store anew.
  func drop(_ path: String) {
    pool.present(path)?.close()
    close(path)
    added.remove(path)
    memory[\.accounts].removeAll { $0.path == path }
    memory.forget(path)
    accounts.removeAll { $0.path == path }
    for listener in listeners where listener.owner != nil { listener.drop(path) }
  }

  /// Removes an account from this computer: its password, its store, and what is remembered of it.
  /// The mail itself stays as it is, on the disk or on the server; an online account stays in the
  /// system's settings.
  ///
  /// - Parameter keepsPassword: where the keyring does not answer.
  /// - Throws: what ``AccountRemoval`` throws.
  func remove(_ path: String, keepsPassword: Bool = false) async throws {
    removing.insert(path)
    defer { removing.remove(path) }
    let mailbox = pool.present(path)
    switch try await MailboxName.resolve(path) {
    case .server(_, let account?):
      _ = try await AccountRemoval(of: account, keepsPassword: keepsPassword).run {
        await drop(path)
      }
    case .server(let address, nil):
      drop(path)
      _ = try await Mailbox.removeStore(of: ServerAccount.make(address, nil), marks: MarkFile())
    case .online(let account):
      drop(path)
      _ = try await Mailbox.removeStore(of: ServerAccount.make(account), marks: MarkFile())
    case .path:
      drop(path)
      // Which store it has is known once it is open.
      let closed = if let mailbox { mailbox } else { try? await pool.mailbox(at: path) }
      pool.forget(path)
      if let closed {
        _ = try await closed.removeStore()
      } else {
        try await Mailbox.removeStore(ofVanished: path, marks: MarkFile())
      }
    }
  }

  /// Opens a mailbox, unless it is open, and shows what is known of it from now on.
  ///
  /// - Parameter reads: whether it is read where that was never done.
  func follow(_ path: String, reads: Bool = false) {
    guard contains(path) else { return }
    if let followed = mailboxes[path], pool.present(path) === followed { return }
    following[path]?.cancel()
    following[path] = Task { [weak self, pool] in
      do {
        let mailbox = try await pool.mailbox(at: path)
        try Task.checkCancellation()
        self?.opened(mailbox, at: path)
        var reads = reads
        for await state in mailbox.states() {
          guard !Task.isCancelled, let self else { return }
          change(path) { $0.show(state) }
          guard state.commits > 0 else { continue }
          if reads, state.folders.isEmpty { refresh(path) }
          reads = false
        }
      } catch {
        self?.note(error, at: path)
      }
    }
  }

  private func opened(_ mailbox: Mailbox, at path: String) {
    mailboxes[path] = mailbox
    change(path) { ($0.title, $0.trouble) = (mailbox.title, nil) }
    if let place = memory.remembered.accounts.firstIndex(where: { $0.path == path }) {
      memory[\.accounts][place].title = mailbox.title
    }
  }

  /// It could not be opened. What else goes wrong, the mailbox's state tells.
  private func note(_ error: any Error, at path: String) {
    if error is CancellationError { return }
    change(path) { $0.trouble = AccountTrouble(error) }
  }

  /// Refreshes an account that need not be shown.
  func refresh(_ path: String) {
    follow(path)
    refreshing[path] = Task { [weak self, pool] in
      do {
        let mailbox = try await pool.mailbox(at: path)
        try Task.checkCancellation()
        _ = try? await mailbox.refresh()
      } catch {
        self?.note(error, at: path)
      }
    }
  }

  private func change(_ path: String, _ change: (inout Account) -> Void) {
    if let place = accounts.firstIndex(where: { $0.path == path }) { change(&accounts[place]) }
  }
}
