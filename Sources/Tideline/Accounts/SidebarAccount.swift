import Mail

extension OpenAccounts {
  /// One account, as far as is known of it.
  struct Account: Equatable {
    let path: String
    var title: String
    var folders: [MailFolder] = []
    /// How many messages are unread in all of them together.
    var unread = 0
    var trouble: AccountTrouble?
  }
}

extension OpenAccounts.Account {
  /// Shows what is known of its mailbox.
  mutating func show(_ state: MailboxState) {
    (folders, unread) = (state.folders, state.unread)
    trouble = AccountTrouble(state.health)
  }
}
