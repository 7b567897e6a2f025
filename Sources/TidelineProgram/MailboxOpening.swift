import ArgumentParser
import Dispatch
import Glibc
import Mail
import Synchronization

package enum MailboxName: Sendable {
  /// Mail on disk.
  case path(String)
  /// An account on a server, with its entry in the list if it was added.
  case server(ServerAddress, ListedAccount?)
  /// An online account of GNOME.
  case online(OnlineAccount)

  /// Finds the mailbox for a name. A URL names an account. Other names mean an existing path, an
  /// added account or an online account, in this order.
  ///
  /// - Throws: `ValidationError` for a URL that cannot be used, ``AccountListError`` or
  ///   ``OnlineAccountsFailure``.
  package static func resolve(_ name: String) async throws -> MailboxName {
    if let address = try address(name) {
      if let account = try await accounts().account(at: address) {
        return .server(address, account)
      }
      // Waits only 2 s for the service, because stored mail can be shown without it. Later, it is
      // asked again for a password.
      let online = (try? await OnlineAccounts.all(within: 2))?.first { $0.address == address }
      try Task.checkCancellation()
      return online.map { .online($0) } ?? .server(address, nil)
    }
    // Checks on another thread, since the path may be on a disk that does not answer.
    let isThere = await ReadingThreads.run { access(name, F_OK) == 0 }
    // A name with a slash never names an account.
    guard !isThere, !name.contains("/") else { return .path(name) }
    if let account = try await accounts().account(named: name) {
      return .server(account.address, account)
    }
    return try await OnlineAccounts.account(named: name).map { .online($0) } ?? .path(name)
  }

  /// The address of an account's URL; nil if the name is not such a URL.
  ///
  /// - Throws: `ValidationError` if the URL cannot be used. The message does not repeat the URL,
  ///   which may contain a password.
  package static func address(_ name: String) throws -> ServerAddress? {
    if let address = ServerAddress(url: name) { return address }
    let scheme = name.prefix { $0 != ":" }.lowercased()
    guard ["imap", "imaps"].contains(scheme), name.dropFirst(scheme.count).hasPrefix("://") else {
      return nil
    }
    throw ValidationError(
      "This is no URL of an account. Write imaps://USER@HOST/, or imap://USER@HOST/ for STARTTLS, "
        + "with “%40” for an “@” in the user’s name, a port from 1 to 65535 or none, and without a "
        + "password: others could read it in the list of processes."
    )
  }

  /// The URL of the account, or the path, with which the window is opened. Waits for the disk, and
  /// for the online accounts if nothing else has the name.
  ///
  /// - Throws: as ``resolve(_:)``.
  package static func forWindow(_ name: String, among list: AccountListFile = AccountListFile())
    throws -> String
  {
    if let address = try address(name) { return address.url }
    guard access(name, F_OK) != 0 else { return name }
    if let account = try list.read().account(named: name) { return account.address.url }
    guard !name.contains("/") else { return name }
    return try waitForOnlineAccount(named: name)?.address.url ?? name
  }

  /// Blocks the thread: the caller is synchronous, since it then executes the window's program.
  private static func waitForOnlineAccount(named name: String) throws -> OnlineAccount? {
    let result = Mutex<Result<OnlineAccount?, any Error>>(.success(nil))
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        let account = try await OnlineAccounts.account(named: name)
        result.withLock { $0 = .success(account) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    done.wait()
    return try result.withLock { try $0.get() }
  }

  /// Whether the account was removed since it was found.
  fileprivate static func isRemoved(_ account: ListedAccount) async throws -> Bool {
    try await accounts().account(at: account.address) == nil
  }

  private static func accounts() async throws -> AccountList {
    try await ReadingThreads.run { try AccountListFile().read() }
  }
}

extension Mailbox {
  /// Opens a mailbox by the user's name for it: mail on disk by its path, or an account by its name
  /// or its URL.
  ///
  package static func open(
    named name: String,
    store: String?,
    _ access: AccountAccess = AccountAccess()
  ) async throws -> Mailbox {
    switch try await MailboxName.resolve(name) {
    case .path(let path): return try await open(path, store: store, marks: MarkFile())
    case .server(let address, let account):
      let server = ServerAccount.make(address, account, access)
      let mailbox = try await open(server, store: store, marks: MarkFile())
      if let account, try await MailboxName.isRemoved(account) {
        // The marks went with the account. They stay if only the list of accounts is away.
        mailbox.close()
        _ = try await Mailbox.removeStore(of: server)
        throw MailError.mailboxRemoved(path: mailbox.storePath)
      }
      return mailbox
    case .online(let account):
      return try await open(ServerAccount.make(account, access), store: store, marks: MarkFile())
    }
  }
}
