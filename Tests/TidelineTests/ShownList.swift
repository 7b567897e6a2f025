import CPullToRefreshGtk
import Mail
import MailTesting
@testable import PullToRefresh
import TidelineGtk
import XCTest

@testable import Tideline

extension StoreTestCase {
  /// Runs the body as a task of the main loop, with a feed whose pages have three rows.
  nonisolated func withFeed(
    of post: some MailAccount,
    pieces: @escaping @MainActor () -> SearchPieces = { SearchPieces() },
    _ body: @escaping @MainActor (MailboxFeed, ShownList) async throws -> Void
  ) throws {
    let store = store
    try onMainActor {
      let list = try ShownList()
      var result: Result<Void, any Error>?
      Task {
        do {
          let mailbox = try await Mailbox.open(post, store: store)
          let home = Listing(folder: try await mailbox.home())
          let feed = MailboxFeed(
            source: mailbox,
            listing: home,
            list: list.list,
            pieces: pieces()
          ) { 3 }
          try await body(feed, list)
          result = .success(())
        } catch { result = .failure(error) }
      }
      XCTAssertTrue(MainLoop.run { result != nil }, "the feed never ended")
      list.window.destroy()
      try result?.get()
    }
  }
}

extension MailboxFeed {
  /// Opens the list with pages of three.
  func showFirstPage(downTo place: Cursor? = nil) async throws {
    try await open(size: 3, downTo: place)
  }

  /// Shows another listing, and waits for its first page.
  func listAndWait(_ listing: Listing) async {
    list(listing)
    await withCheckedContinuation { shown in
      onShown = { [weak self] in
        self?.onShown = nil
        shown.resume()
      }
    }
  }

  /// Opens the list with a page of this size.
  func open(size: Int, downTo place: Cursor? = nil, inSight: Int = 3) async throws {
    let page = try await FirstPage.read(listing, of: source, size: size, downTo: place)
    open(with: page, inSight: inSight)
  }
}

/// A list in a window, with pull-to-refresh.
final class ShownList {
  let list = ConversationList()
  let controller: RefreshController
  let window = Window()

  init() throws {
    let holder = Box(.vertical, spacing: 0)
    holder.append(list.widget)
    window.child = holder.asWidget
    controller = try RefreshController.attach(to: list.widget)
  }

  /// The seconds of all conversations in the list, including those whose rows are not loaded.
  var places: [Int] { (0..<list.model.count).map { Int(list.model.place(at: $0).seconds) } }

  /// Makes the list stay with its reader, whose pointer has just moved over it.
  func beUsed() {
    controller.staysWithReader = true
    controller.driver.rows.keeper.lastUse = MainLoop.now
    gtk_widget_set_state_flags(list.widget.child, GTK_STATE_FLAG_PRELIGHT, 0)
  }

  /// The number of new rows that the pill shows.
  var newCount: Int { controller.driver.rows.keeper.counter.count }

  /// The seconds that the rows show.
  var seconds: [Int] {
    (0..<list.model.count).compactMap { list.model[list.model.keys[$0]] }
      .map { Int($0.date.timeIntervalSince1970) }
  }
}

extension PagedAccount {
  /// Two folders that have alternate messages, from second 1000 on; a date tells the folder.
  nonisolated static func twoFolders(until end: Int) -> PagedAccount {
    var mail = Mail()
    for folder in 0..<2 {
      let seconds = stride(from: 1000 + folder, to: end, by: 2)
      mail.add(FolderID("folder\(folder)"), seconds.map { MessageHead(at: $0) })
    }
    return PagedAccount(mail)
  }
}
