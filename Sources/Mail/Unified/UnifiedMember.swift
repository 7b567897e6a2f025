import Synchronization

/// A mailbox of a unified inbox. It is opened when first needed, and again after a failure.
final class UnifiedMember: Sendable {
  let rank: Int
  let account: UnifiedInbox.Account
  private let state = Mutex(State.closed)

  private let home = Mutex(Home.unknown)
  /// The question that the mailbox works on; nil if there is none.
  private let asking = Mutex<Task<ConversationPage, any Error>?>(nil)

  private enum State {
    case closed
    case opening(Task<Mailbox, any Error>)
    case open(Mailbox)
  }

  /// The mailbox's listed folder: its inbox, or its only folder.
  private enum Home {
    /// The folders are not known: the mailbox is not open yet, or was never read.
    case unknown
    case folder(FolderName)
    /// The mailbox has several folders, and none is an inbox.
    case none
  }

  init(_ account: UnifiedInbox.Account, rank: Int) { (self.account, self.rank) = (account, rank) }

  var mailbox: Mailbox? {
    state.withLock { state in if case .open(let mailbox) = state { mailbox } else { nil } }
  }

  /// Opens the mailbox, or waits until it is open. Cancelling the task does not stop the opening.
  @discardableResult
  func open() async throws -> Mailbox {
    let opening = state.withLock { state in
      switch state {
      case .open(let mailbox): return Task<Mailbox, any Error> { mailbox }
      case .opening(let task): return task
      case .closed:
        let task = Task { try await self.openNow() }
        state = .opening(task)
        return task
      }
    }
    return try await abandoning { try await opening.value }
  }

  /// Asks the mailbox for a page. It keeps working even if no caller waits for the answer.
  ///
  /// - Returns: nil if the mailbox still works on another question, which was not cancelled.
  func ask(
    _ question: @escaping @Sendable () async throws -> ConversationPage
  ) -> Task<ConversationPage, any Error>? {
    asking.withLock { asking in
      guard asking?.isCancelled != false else { return nil }
      let task = Task { try await question() }
      asking = task
      Task {
        _ = await task.result
        self.asking.withLock { if $0 == task { $0 = nil } }
      }
      return task
    }
  }

  private func openNow() async throws -> Mailbox {
    do {
      let mailbox = try await account.open()
      _ = try? await findHome(of: mailbox)
      state.withLock { $0 = .open(mailbox) }
      return mailbox
    } catch {
      state.withLock { $0 = .closed }
      throw error
    }
  }

  /// Returns the listing with this mailbox's own folder; nil if the mailbox has no listed folder or
  /// the folder is not known yet.
  func listing(_ listing: Listing, of mailbox: Mailbox) async throws -> Listing? {
    guard case .folder(let folder) = try await findHome(of: mailbox) else { return nil }
    var own = listing
    own.folder = folder
    return own
  }

  private func findHome(of mailbox: Mailbox) async throws -> Home {
    let known = home.withLock { $0 }
    if case .folder = known { return known }
    let folders = try await mailbox.folders()
    let found = folders.inbox.map { Home.folder($0.name) } ?? (folders.isEmpty ? .unknown : .none)
    home.withLock { $0 = found }
    return found
  }

  /// The mailbox's states, with its listed folder watched; nil if the mailbox is not open.
  var states: AsyncStream<MailboxState>? {
    guard let mailbox else { return nil }
    return switch home.withLock({ $0 }) {
    case .unknown: mailbox.states(watching: .inbox)
    case .folder(let folder): mailbox.states(watching: folder)
    case .none: mailbox.states()
    }
  }
}

extension [MailFolder] {
  /// The folder that a unified inbox lists: the inbox, or the only folder; nil if there is neither.
  public var inbox: MailFolder? {
    first { $0.role == .inbox } ?? first { $0.name == .inbox } ?? (count == 1 ? first : nil)
  }
}
