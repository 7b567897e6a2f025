import Mail
import Synchronization
import TidelineProgram

/// The open mailboxes. Windows, the list of accounts and All Inboxes share them, so that each
/// server is connected to once, and each store is opened once.
nonisolated final class MailboxPool: Sendable {
  private let open: @Sendable (String) async throws -> Mailbox
  private let entries = Mutex<[String: Entry]>([:])

  private struct Entry {
    weak var mailbox: Mailbox?
    var opening: Task<Mailbox, any Error>?
  }

  /// - Parameter store: the path of a store for one mailbox; nil for none. The first opened mailbox
  ///   gets this store. If the store belongs to another mailbox, the first mailbox uses its default
  ///   store, and the next opened mailbox is tried. All others use their default stores, too.
  convenience init(store: String?) {
    let owner = StoreOwner()
    self.init { path in
      let isFirst = owner.path.withLock { first in
        if first == nil { first = path }
        return first == path
      }
      if let store, isFirst {
        do {
          return try await Mailbox.open(named: path, store: store, PasswordQuestion.access)
        } catch MailError.storeIsOfAnother {
          owner.path.withLock { $0 = nil }
        }
      }
      return try await Mailbox.open(named: path, store: nil, PasswordQuestion.access)
    }
  }

  init(_ open: @escaping @Sendable (String) async throws -> Mailbox) { self.open = open }

  /// Opens a mailbox, unless it is open or being opened. The mailbox stays open while referenced.
  ///
  /// - Parameter path: the mailbox's path, or an account's URL.
  func mailbox(at path: String) async throws -> Mailbox {
    let opening = entries.withLock { entries in
      let entry = entries[path]
      if let mailbox = entry?.mailbox { return Task<Mailbox, any Error> { mailbox } }
      if let opening = entry?.opening { return opening }
      let opening = Task { [open] in
        let mailbox = try await open(path)
        mailbox.watchFiles { await MailWatch($0, onArrival: $1) }
        return mailbox
      }
      entries[path] = Entry(opening: opening)
      return opening
    }
    let result = await opening.result
    entries.withLock { entries in
      // Another task's entry stays: the mailbox may have been forgotten and requested again.
      guard entries[path]?.opening == opening else { return }
      switch result {
      case .success(let mailbox): entries[path] = Entry(mailbox: mailbox)
      case .failure: entries[path] = nil
      }
    }
    return try result.get()
  }

  func present(_ path: String) -> Mailbox? { entries.withLock { $0[path]?.mailbox } }

  /// Forgets a mailbox. The next request opens the path again, even as another kind of mailbox.
  func forget(_ path: String) { entries.withLock { $0[path] = nil } }
}

/// The path of the first mailbox, which uses the given store.
nonisolated private final class StoreOwner: Sendable {
  let path = Mutex<String?>(nil)
}
