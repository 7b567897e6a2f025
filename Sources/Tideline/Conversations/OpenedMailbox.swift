import Mail
import TidelineProgram

/// A mailbox that is open, and what its list opens with.
nonisolated struct OpenedMailbox: Sendable {
  /// One mailbox, or several as one.
  let source: any ConversationSource
  /// The folder to begin with; nil for all of them.
  let folder: FolderName?
  /// May fail where opening did not.
  let firstPage: Task<FirstPage, any Error>

  /// Begins at once and on other threads, so that the rows are there by the time that a window is.
  ///
  /// - Parameters:
  ///   - path: the mailbox's, an account's URL, or that of ``AllInboxes``.
  ///   - accounts: those of the sidebar, which have it where it is open already.
  ///   - memory: knows where it was left, and which accounts are kept.
  ///   - preferences: say how many conversations a page holds.
  @MainActor static func open(
    _ path: String,
    _ accounts: OpenAccounts,
    _ memory: WindowMemory,
    _ preferences: Preferences
  ) -> Task<OpenedMailbox, any Error> {
    let (pool, all, chosen) = (accounts.pool, accounts.kept, memory.remembered.accounts)
    let memory = MailboxMemory(memory, of: path)
    let (last, place, pageSize) = (memory.folder, memory.place?.top, preferences.pageSize)
    return Task.detached(priority: .userInitiated) {
      let source: any ConversationSource
      var folder: FolderName?
      if path == AllInboxes.path {
        let kept = if let all { all } else { await KeptAccount.all(chosen) }
        let inboxes = AllInboxes.make(of: kept, pool)
        await inboxes.open()
        source = inboxes
      } else {
        let mailbox = try await pool.mailbox(at: path)
        folder = try await last.folder(of: mailbox)
        source = mailbox
      }
      let page = Task.detached(priority: .userInitiated) { [folder] in
        try await FirstPage.read(.window(folder), of: source, size: pageSize, downTo: place)
      }
      return OpenedMailbox(source: source, folder: folder, firstPage: page)
    }
  }
}
