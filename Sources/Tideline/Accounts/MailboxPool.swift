import Mail
import Synchronization
import TidelineProgram

/// The mailboxes that are open, so that a window, the list of accounts and All Inboxes share one: a
/// server is connected to once, and its store is opened once.
nonisolated final class MailboxPool: Sendable {
  private let open: @Sendable (String) async throws -> Mailbox
  private let entries = Mutex<[String: Entry]>([:])

  private struct Entry {
    weak var mailbox: Mailbox?
    var opening: Task<Mailbox, any Error>?
  }

  /// - Parameter store: where conversations are remembered; nil for the default.
  convenience init(store: String?) {
    self.init { try await Mailbox.open(named: $0, store: store, PasswordQuestion.access) }
  }

  init(_ open: @escaping @Sendable (String) async throws -> Mailbox) { self.open = open }

  /// Opens a mailbox, unless it is open already or being opened. It stays open for as long as
  /// somebody holds it.
  ///
  /// - Parameter path: or an account's URL.
  func mailbox(at path: String) async throws -> Mailbox {
    let opening = entries.withLock { entries in
      let entry = entries[path]
      if let mailbox = entry?.mailbox { return Task<Mailbox, any Error> { mailbox } }
      if let opening = entry?.opening { return opening }
      let opening = Task { [open] in try await open(path) }
      entries[path] = Entry(opening: opening)
      return opening
    }
    let result = await opening.result
    entries.withLock { entries in
      // It may have been forgotten meanwhile, and be opened anew.
      guard entries[path]?.opening == opening else { return }
      switch result {
      case .success(let mailbox): entries[path] = Entry(mailbox: mailbox)
      case .failure: entries[path] = nil
      }
    }
    return try result.get()
  }

  /// The mailbox, where it is open.
  func present(_ path: String) -> Mailbox? { entries.withLock { $0[path]?.mailbox } }

  /// The next one to ask for it gets it anew: it may be another one by now.
  func forget(_ path: String) { entries.withLock { $0[path] = nil } }
}
