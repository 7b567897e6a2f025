import Mail
import TidelineGtk
import TidelineProgram

/// The sidebar's accounts, with their folders and problems. All windows share them.
final class OpenAccounts {
  /// The accounts in the sidebar's order.
  private(set) var accounts: [Account] = [] { didSet { if accounts != oldValue { tell() } } }
  let pool: MailboxPool
  private let memory: WindowMemory
  private var mailboxes: [String: Mailbox] = [:]
  private var following: [String: Task<Void, Never>] = [:]
  private var refreshing: [String: Task<Void, Never>] = [:]
  /// The paths in the list of server accounts, as last known. These accounts stay in the sidebar as
  /// long as they are in the list.
  private var added: Set<String> {
    get { memory[\.added] }
    set { memory[\.added] = newValue }
  }
  /// The paths of accounts that are being removed, and that the stored list may still contain.
  private var removing: Set<String> = []
  /// The number of removals that have ended.
  private var removals = 0
  private var hasBegun = false
  /// Whether all accounts are known, including those that the command line has added.
  private(set) var isComplete = false
  private var listeners: [Listener] = []
  /// Observes the list of server accounts, which the command line can change.
  private var list: FileMonitor?

  private struct Listener {
    weak var owner: AnyObject?
    let change: () -> Void
    let drop: (_ path: String) -> Void
    let renew: (_ path: String) -> Void
  }

  private let read: @Sendable () async throws -> [ListedAccount]

  /// Forgets accounts that the command line has removed while the program did not run. A disk that
  /// hangs delays the window by at most a second.
  ///
  /// - Parameter read: reads the list of server accounts.
  init(
    _ memory: WindowMemory,
    _ pool: MailboxPool,
    read: @escaping @Sendable () async throws -> [ListedAccount] = {
      try await ReadingThreads.run { try AccountListFile().read().accounts }
    }
  ) {
    (self.memory, self.pool, self.read) = (memory, pool, read)
    let disk = DiskQueue(label: "tideline.accounts")
    if !added.isEmpty, let list = disk.value(within: .seconds(1), of: { KeptAccount.listed() }) {
      list.map(dropAll(notIn:))
    }
    accounts = memory.remembered.accounts.map { Account(path: $0.path, title: $0.title) }
  }

  isolated deinit {
    for task in [following, refreshing].flatMap(\.values) { task.cancel() }
  }

  /// Adds handlers, which are called as long as the owner lives.
  ///
  /// - Parameters:
  ///   - drop: called after an account was removed; the account must not be used from then on.
  ///   - renew: called after an account's settings have changed; the account must be opened again.
  ///   - change: called after each change of ``accounts``.
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

  /// Starts to open all accounts, and to refresh accounts of which nothing is stored yet. Called
  /// when a window has a mailbox; only the first call has an effect.
  ///
  /// - Parameter shown: the paths of the shown mailboxes. If nothing of them is stored yet, their
  ///   window refreshes them.
  func begin(besides shown: [String]) {
    guard !hasBegun else { return }
    hasBegun = true
    watchList()
    Task { [weak self] in
      let list = try? await self?.listed()
      guard let self else { return }
      list.map(take)
      isComplete = true
      for path in accounts.map(\.path) { follow(path, reads: !shown.contains(path)) }
    }
  }

  /// Follows the list of server accounts from now on, so that an account that the command line
  /// removes is used no longer.
  ///
  /// - Parameter makesFolder: whether to follow the list even if it does not exist yet.
  func watchList(makesFolder: Bool = false) {
    guard list == nil else { return }
    Task { [weak self] in
      let folder = await ReadingThreads.run { AccountListFile().folder(makes: makesFolder) }
      guard let folder, let self, list == nil else { return }
      list = FileMonitor(path: folder) { [weak self] _ in self?.update() }
    }
  }

  /// Follows the changes that the command line has made to the list of server accounts.
  func update() {
    Task { [weak self] in
      // Keeps all accounts if the list cannot be read.
      guard let list = try? await self?.listed(), let self else { return }
      let known = Set(accounts.map(\.path))
      take(list)
      guard isComplete else { return }
      for account in list where !known.contains(account.address.url) {
        follow(account.address.url, reads: true)
      }
    }
  }

  /// Reads the list of server accounts. Reads it again if an account was removed meanwhile: a list
  /// that still contains the account would open it again, and so make a new store for it.
  private func listed() async throws -> [ListedAccount] {
    while true {
      let before = removals
      let list = try await read()
      if removals == before { return list }
    }
  }

  /// The server accounts that were added, without those that are being removed.
  ///
  /// - Throws: `AccountListError` if their list cannot be read.
  func serverAccounts() async throws -> [ListedAccount] {
    try await listed().filter { !removing.contains($0.address.url) }
  }

  private func take(_ listed: [ListedAccount]) {
    let list = listed.map { KeptAccount($0) }
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

  /// The sidebar's accounts; nil until all of them are known.
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

  /// Keeps an account that has just been added. An account that was in the sidebar already is
  /// opened again with its new settings, such as a certificate that is now accepted.
  ///
  /// - Returns: whether the account was in the sidebar, and is opened again in all windows that
  ///   show it.
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

  /// Removes a mailbox from the recent mailboxes and from the sidebar. An account in the list of
  /// server accounts stays in the sidebar; see ``remove(_:keepsPassword:)``.
  func forget(_ path: String) {
    contains(path) && !added.contains(path) ? drop(path) : memory.forget(path)
  }

  private func close(_ path: String) {
    for tasks in [following, refreshing] { tasks[path]?.cancel() }
    (following[path], refreshing[path], mailboxes[path]) = (nil, nil, nil)
    pool.forget(path)
  }

  /// Removes an account from the sidebar and the recent mailboxes, and closes its mailbox. A closed
  /// mailbox that is still referenced writes nothing, and does not create its store again.
  func drop(_ path: String) {
    pool.present(path)?.close()
    close(path)
    added.remove(path)
    memory[\.accounts].removeAll { $0.path == path }
    memory.forget(path)
    accounts.removeAll { $0.path == path }
    for listener in listeners where listener.owner != nil { listener.drop(path) }
  }

  /// Removes an account from this computer: its password, its store, and everything remembered of
  /// it. The mail itself stays on the disk or the server, and an online account stays in the
  /// system's settings.
  ///
  /// - Parameter keepsPassword: whether to leave the password in the keyring. If false, nothing is
  ///   removed when the keyring fails.
  /// - Throws: the errors of ``AccountRemoval`` and of ``MailboxName/resolve(_:)``.
  func remove(_ path: String, keepsPassword: Bool = false) async throws {
    removing.insert(path)
    defer {
      removing.remove(path)
      removals += 1
    }
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
      // Opens the mailbox if needed: only an open mailbox knows its store.
      let closed = if let mailbox { mailbox } else { try? await pool.mailbox(at: path) }
      pool.forget(path)
      if let closed {
        _ = try await closed.removeStore()
      } else {
        try await Mailbox.removeStore(ofVanished: path, marks: MarkFile())
      }
    }
  }

  /// Opens a mailbox of the sidebar, unless it is open, and shows the mailbox's state from now on.
  ///
  /// - Parameter reads: whether to refresh the mailbox if nothing of it is stored yet.
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

  /// Shows why a mailbox could not be opened. All later problems are in the mailbox's state.
  private func note(_ error: any Error, at path: String) {
    if error is CancellationError { return }
    change(path) { $0.trouble = AccountTrouble(error) }
  }

  /// Refreshes an account, whether a window shows it or not.
  func refresh(_ path: String) {
    follow(path)
    change(path) { $0.isRefreshing = true }
    refreshing[path] = Task { [weak self, pool] in
      defer { self?.change(path) { $0.isRefreshing = false } }
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

extension OpenAccounts {
  /// An account in the sidebar, as far as it is known.
  struct Account: Equatable {
    let path: String
    var title: String
    var folders: [MailFolder] = []
    /// The number of unread messages in all folders but junk and trash.
    var unread = 0
    var trouble: AccountTrouble?
    /// Whether a refresh that the user has chosen, or the account's first, is in progress.
    var isRefreshing = false
  }
}

extension OpenAccounts.Account {
  /// Copies the folders, the unread count and the problem from the mailbox's state.
  mutating func show(_ state: MailboxState) {
    (folders, unread) = (state.folders, state.unread)
    trouble = AccountTrouble(state)
  }
}

/// A mailbox that stays in the sidebar, whichever mailbox is shown.
nonisolated struct KeptAccount: Codable, Equatable, Sendable {
  let path: String
  /// The mailbox's display name, as last known.
  var title: String

  /// The chosen mailboxes, followed by the other accounts in the list of server accounts.
  ///
  /// - Parameter chosen: the mailboxes that the user has chosen, in the sidebar's order.
  static func all(_ chosen: [KeptAccount]) async -> [KeptAccount] {
    let paths = Set(chosen.map(\.path))
    let added = await ReadingThreads.run { listed() } ?? []
    return chosen + added.filter { !paths.contains($0.path) }
  }

  /// Reads the list of server accounts on the calling thread, which waits for the disk.
  ///
  /// - Returns: nil if the list cannot be read. The page to choose a mailbox shows why.
  static func listed() -> [KeptAccount]? {
    try? AccountListFile().read().accounts.map { KeptAccount($0) }
  }
}

nonisolated extension KeptAccount {
  init(_ account: ListedAccount) { self.init(path: account.address.url, title: account.name) }
}

/// The inboxes of all kept accounts, as one mailbox.
nonisolated enum AllInboxes {
  /// The value in place of a path for All Inboxes. It differs from all paths and accounts' URLs.
  static let path = "tideline:inboxes"
  static var title: String { tr("All Inboxes") }

  static func make(of accounts: [KeptAccount], _ pool: MailboxPool) -> UnifiedInbox {
    UnifiedInbox(
      title,
      accounts.map { account in
        UnifiedInbox.Account(key: account.path, name: account.title) {
          try await pool.mailbox(at: account.path)
        }
      }
    )
  }

  /// The name shown for a path: “All Inboxes”, the user of an account's URL, or the path itself.
  static func shown(_ path: String) -> String {
    path == self.path ? title : ServerAddress(url: path)?.user ?? path
  }
}
