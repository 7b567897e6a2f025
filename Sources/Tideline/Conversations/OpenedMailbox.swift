import Mail
import TidelineProgram

/// A mailbox that is open, and what its list opens with.
nonisolated struct OpenedMailbox: Sendable {
  let mailbox: Mailbox
  /// The folder that was listed last.
  let listing: Listing
  /// May fail where opening did not.
  let firstPage: Task<FirstPage, any Error>

  /// Begins at once and on other threads, so that the rows are there by the time that a window is.
  ///
  /// - Parameters:
  ///   - path: the mailbox's, or an account's URL.
  ///   - store: where conversations are remembered; nil for the default.
  ///   - memory: knows where it was left.
  ///   - preferences: say how many conversations a page holds.
  @MainActor static func open(
    _ path: String,
    store: String?,
    _ memory: WindowMemory,
    _ preferences: Preferences
  ) -> Task<OpenedMailbox, any Error> {
    let memory = MailboxMemory(memory, of: path)
    let (folder, place, pageSize) = (memory.folder, memory.place?.top, preferences.pageSize)
    return Task.detached(priority: .userInitiated) {
      let mailbox = try await Mailbox.open(named: path, store: store, PasswordQuestion.access)
      let listing = Listing(folder: try await first(folder, of: mailbox))
      let page = Task.detached(priority: .userInitiated) {
        try await FirstPage.read(listing, of: mailbox, size: pageSize, downTo: place)
      }
      return OpenedMailbox(mailbox: mailbox, listing: listing, firstPage: page)
    }
  }

  /// The folder to begin with. Of an account that was never read and is not reached none is known: it is
  /// opened anew once its server is reached.
  private static func first(_ folder: RememberedFolder, of mailbox: Mailbox) async throws
    -> FolderName?
  {
    do {
      return try await folder.folder(of: mailbox)
    } catch let error as MailError where error.isOffline {
      return nil
    }
  }
}
