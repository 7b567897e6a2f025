import Mail
import TidelineGtk

/// Shows the list of conversations, or a page that explains why there is no list.
final class ListPages {
  let widget = Stack()
  /// Called when the page replaces the list, or the list the page.
  var onChange: (() -> Void)?
  /// Called with the listing to show in place of one whose folder no longer exists.
  var onGone: ((_ gone: Listing, Listing) -> Void)?
  private let list: ConversationList
  private let window: Unowned<Window>
  private let status = StatusView()
  private var looking: Task<Void, Never>?

  private static let (listPage, statusPage) = ("list", "status")

  /// - Parameter window: contains the pages, and outlives this object.
  init(_ list: ConversationList, in window: Window) {
    self.list = list
    self.window = Unowned(window)
    // A stack cannot exchange its pages, as the library has to.
    let page = Box(.vertical, spacing: 0)
    page.append(list.widget)
    widget.add(page, named: Self.listPage)
    widget.add(status.widget, named: Self.statusPage)
    widget.connect("notify::visible-child-name") { [weak self] in self?.onChange?() }
    widget.setExpand(horizontal: true, vertical: true)
  }

  /// Whether the list is shown; if not, the page is.
  var showsList: Bool { widget.visibleChildName == Self.listPage }

  /// - Parameters:
  ///   - listing: the list's folder, filters and search, to say on the page why there are no rows.
  ///   - source: the source of the list, which is asked for hidden mail; nil if there is none.
  func show(_ page: PaneMachine.Page, in listing: Listing, from source: (any ConversationSource)?) {
    looking?.cancel()
    switch page {
    case .opening(let title): show(.opening(path: AllInboxes.shown(title)))
    case .list: showList()
    case .noConversations: showNothing(in: listing, source)
    case .failure(let error, let canTryAgain): show(.failed(error, canTryAgain: canTryAgain))
    }
  }

  /// Shows why the list has no rows: perhaps only since all mail is marked for deletion, or since
  /// the folder no longer exists.
  private func showNothing(in listing: Listing, _ source: (any ConversationSource)?) {
    looking = Task { [weak self] in
      if let other = await source?.replacement(of: listing) {
        if !Task.isCancelled { self?.onGone?(listing, other) }
        return
      }
      let hidesMail = await source?.hidesMail(in: listing) ?? false
      if !Task.isCancelled { self?.show(.nothing(in: listing, hidesMail: hidesMail)) }
    }
  }

  private func show(_ state: StatusView.State) {
    status.show(state)
    widget.visibleChildName = Self.statusPage
    // The focus stays if the user is in the sidebar, the search field or the reading pane.
    let isFree = window.object.focus?.isMapped != true
    if isFree || widget.containsFocus { status.grabFocus() }
  }

  /// Shows on the page how far the mailbox has been read, when it is read for the first time.
  func show(_ progress: RefreshProgress) { status.show(progress) }

  private func showList() {
    guard !showsList else { return }
    let hadFocus = status.widget.containsFocus
    widget.visibleChildName = Self.listPage
    status.rest()
    if hadFocus { list.grabFocus() }
  }

  /// Moves the keyboard's focus to the list or the page, whichever is shown.
  func grabFocus() {
    if showsList { list.grabFocus() } else { status.grabFocus() }
  }
}
