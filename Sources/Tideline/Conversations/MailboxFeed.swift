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
  /// Whether the store may hold changes that the list was not told of.
  private var isBehind = false
  private var isStopped = false

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
    // What a refresh that fails or is cancelled has stored by then is in no summary.
    let wasBehind = isBehind
    isBehind = true
    let summary = try await mailbox.refresh()
    // Another refresh may be under way by now, and knows better.
    try Task.checkCancellation()
    if summary.needsReload || wasBehind {
      try await reload(controller, arrived: summary.newMessages)
    } else {
      try await update(controller, arrivals: summary.newMessages) {
        list.model.apply(summary.changes, downTo: next)
      }
      // Another program, or another window, may have taken in the news before us; or all that was
      // loaded is gone, and the mailbox is not empty.
      let top = try await mailbox.conversations(after: nil, limit: pageSize)
      if !list.model.begins(with: top.conversations) {
        try await reload(controller, arrived: summary.newMessages, isTold: true)
      }
    }
    isBehind = false
    controller.hasMore = hasMore
    guard summary.newMessages > 0 else { return tr("Up to date") }
    return tr("%d new", "%d new", summary.newMessages)
  }

  /// Appends the next older page.
  func loadMore(_ controller: RefreshController) async throws -> LoadedRows {
    guard let next else { return LoadedRows(added: 0, hasMore: false) }
    let page = try await mailbox.conversations(after: next, limit: pageSize)
    try Task.checkCancellation()
    var added = 0
    try await update(controller) {
      self.next = page.next
      added = list.model.append(page.conversations)
    }
    return LoadedRows(added: added, hasMore: page.next != nil)
  }

  /// Leaves the list to another mailbox's feed: what is still under way ends without touching it.
  func stop() { isStopped = true }

  /// - Parameter arrivals: how many messages came on top.
  private func update(
    _ controller: RefreshController,
    arrivals: Int = 0,
    _ changes: () -> Void
  ) async throws {
    await controller.update(arrivals: arrivals) {
      if !isStopped { changes() }
    }
    if isStopped { throw CancellationError() }
  }

  /// As many rows as are shown, and those that came, read anew: for when nobody can say what has
  /// changed.
  ///
  /// - Parameters:
  ///   - arrived: how many messages came.
  ///   - isTold: whether the reader was told of them already.
  private func reload(
    _ controller: RefreshController,
    arrived: Int,
    isTold: Bool = false
  ) async throws {
    let page = try await mailbox.conversations(
      after: nil,
      limit: max(pageSize, list.model.count + min(arrived, RefreshSummary.changeLimit))
    )
    try await update(controller, arrivals: isTold ? 0 : arrived) {
      next = page.next
      list.model.replaceAll(with: page.conversations)
    }
  }
}
