import Mail
import TidelineGtk

/// Shows one listing of a mailbox after another in the same list: what is typed, what is unread,
/// another folder.
///
/// Only the last one wished for is ever shown. A wish interrupts the reading for the one before, so
/// no keystroke waits; and what was read too late is dropped. The rows that stay are not touched,
/// so the list does not flicker.
final class ListingSwitch {
  private let list: ConversationList
  private var task: Task<Void, Never>?

  /// What is to be shown, and is not yet.
  private var wish: Listing? = .window()
  /// What is shown, or will be in a moment.
  var wanted: Listing { wish ?? feed?.listing ?? .window() }
  /// Whose conversations; nil while there is none. Set it before its first page is shown: it
  /// begins with what is wanted.
  var feed: MailboxFeed? {
    didSet {
      guard feed !== oldValue else { return }
      task?.cancel()
      if feed != nil { wish = nil }
    }
  }
  /// Called when the list shows what was wanted, again when it shows what is out of sight, and when
  /// a search that goes on has found more, or all.
  var onShown: (() -> Void)?
  /// Called when it could not be read; the list stays as it was.
  var onFailure: ((any Error) -> Void)?

  init(list: ConversationList) { self.list = list }

  isolated deinit { task?.cancel() }

  /// Forgets the folder, what was typed, and the filter, as for another mailbox; shows nothing.
  func begin(with listing: Listing) {
    task?.cancel()
    wish = listing
  }

  /// Shows another folder, with the same search and filter.
  func show(folder: FolderName?) { change { $0.folder = folder } }

  /// Shows what matches the text.
  func show(search: String) { change { $0.search = search } }

  /// Leaves out what is read, or not.
  func show(unreadOnly: Bool) { change { $0.unreadOnly = unreadOnly } }

  /// Leaves out what is marked for deletion, or not.
  func show(withoutDeleted: Bool) { change { $0.withoutDeleted = withoutDeleted } }

  private func change(_ change: (inout Listing) -> Void) {
    var listing = wanted
    change(&listing)
    guard listing != wanted else { return }
    wish = listing
    guard let feed else { return }
    task?.cancel()
    task = Task { [weak self] in
      do {
        try await feed.show(listing)
        guard !Task.isCancelled, let self else { return }
        wish = nil
        list.scrollToTop()
        onShown?()
        if try await feed.showRest() { onShown?() }
        // Of a folder that was never read nothing is stored.
        if list.model.isEmpty, feed.hasMore, !feed.isSearchingOn { loadMore() }
        try await feed.searchOn {
          self.loadMore()
        } onFound: {
          self.onShown?()
        }
      } catch is CancellationError {
        // Another one is on its way, or the window goes.
      } catch {
        guard !Task.isCancelled, let self else { return }
        wish = nil
        onFailure?(error)
      }
    }
  }

  /// In the footer, which waits for the search if one goes on.
  private func loadMore() {
    guard let controller = list.widget.refreshController, !controller.isHeaderRefreshing else {
      return
    }
    controller.cancelLoadMore()
    controller.loadMore()
  }
}
