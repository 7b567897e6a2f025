import Mail
import TidelineProgram

/// A mailbox that is open, and what its list opens with.
nonisolated struct OpenedMailbox: Sendable {
  /// One mailbox, or several as one.
  let source: any ConversationSource
  /// The folder that was listed last.
  let listing: Listing
  /// May fail where opening did not.
  let firstPage: Task<FirstPage, any Error>

  /// Begins at once and on other threads, so that the rows are there by the time that a window is.
  ///
  /// - Parameters:
  ///   - path: the mailbox's, an account's URL, or that of ``AllInboxes``.
  ///   - listed: the folder to list; nil for the one that was listed last.
  ///   - accounts: those of the sidebar, which have it where it is open already.
  ///   - memory: knows where it was left, and which accounts are kept.
  ///   - preferences: say how many conversations a page holds.
  @MainActor static func open(
    _ path: String,
    listing listed: ListedFolder? = nil,
    _ accounts: OpenAccounts,
    _ memory: WindowMemory,
    _ preferences: Preferences
  ) -> Task<OpenedMailbox, any Error> {
    let (pool, all, chosen) = (accounts.pool, accounts.kept, memory.remembered.accounts)
    let memory = MailboxMemory(memory, of: path)
    let (folder, pageSize) = (listed ?? memory.folder, preferences.pageSize)
    memory.note(folder)
    let place = memory.place?.top
    return Task.detached(priority: .userInitiated) {
      let source: any ConversationSource
      var listing = Listing.window()
      if path == AllInboxes.path {
        let kept = if let all { all } else { await KeptAccount.all(chosen) }
        let inboxes = AllInboxes.make(of: kept, pool)
        await inboxes.open()
        source = inboxes
      } else {
        let mailbox = try await pool.mailbox(at: path)
        listing.folder = try await folder.folder(of: mailbox)
        source = mailbox
      }
      let page = Task.detached(priority: .userInitiated) { [listing] in
        try await FirstPage.read(listing, of: source, size: pageSize, downTo: place)
      }
      return OpenedMailbox(source: source, listing: listing, firstPage: page)
    }
  }
}
