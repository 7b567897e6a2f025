import Gtk
import Mail
import PullToRefresh

/// Brings a mailbox's conversations into a list: the first page, refreshes, older pages.
final class MailboxFeed {
  let mailbox: Mailbox
  private let list: ConversationList
  private let pageSize: Int
  /// Where the next older page begins; nil once the oldest conversation is shown.
  private var next: Cursor?

  init(mailbox: Mailbox, list: ConversationList, pageSize: Int = 50) {
    self.mailbox = mailbox
    self.list = list
    self.pageSize = pageSize
  }

  /// Whether older conversations are left to load.
  var hasMore: Bool { next != nil }

  /// Shows the newest page, as the store has it.
  func showFirstPage() async throws {
    let page = try await mailbox.conversations(after: nil, limit: pageSize)
    next = page.next
    list.model.replaceAll(with: page.conversations)
  }

  /// Reads the mailbox anew and applies what has changed.
  ///
  /// - Returns: what to tell the user, such as "3 new".
  func refresh(_ controller: RefreshController) async throws -> String {
    let summary = try await mailbox.refresh()
    if summary.needsReload {
      try await reload(controller)
    } else {
      await controller.update {
        list.model.apply(summary.changes, downTo: next)
      }
    }
    controller.hasMore = hasMore
    guard summary.newMessages > 0 else { return tr("Up to date") }
    return tr("%d new", "%d new", summary.newMessages)
  }

  /// Appends the next older page.
  func loadMore(_ controller: RefreshController) async throws -> LoadedRows {
    guard let next else { return LoadedRows(added: 0, hasMore: false) }
    let page = try await mailbox.conversations(after: next, limit: pageSize)
    try Task.checkCancellation()
    self.next = page.next
    var added = 0
    await controller.update { added = list.model.append(page.conversations) }
    return LoadedRows(added: added, hasMore: page.next != nil)
  }

  /// As many rows as are shown, read anew: for when too much has changed to say what.
  private func reload(_ controller: RefreshController) async throws {
    let page = try await mailbox.conversations(
      after: nil,
      limit: max(pageSize, list.model.count)
    )
    next = page.next
    await controller.update { list.model.replaceAll(with: page.conversations) }
  }
}
