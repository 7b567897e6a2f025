import Mail
import TidelineGtk

/// A list, or in its place the page that says why there is none.
final class ListPages {
  let widget = Stack()
  /// Called when the list takes the page's place, or the page the list's.
  var onChange: (() -> Void)?
  private let list: ConversationList
  private let window: Unowned<Window>
  private let status = StatusView()

  private static let (listPage, statusPage) = ("list", "status")

  /// - Parameter window: holds this, and outlives it.
  init(_ list: ConversationList, in window: Window) {
    self.list = list
    self.window = Unowned(window)
    widget.add(list.widget, named: Self.listPage)
    widget.add(status.widget, named: Self.statusPage)
    widget.connect("notify::visible-child-name") { [weak self] in self?.onChange?() }
    widget.setExpand(horizontal: true, vertical: true)
  }

  /// Whether it is the list that is shown.
  var showsList: Bool { widget.visibleChildName == Self.listPage }

  /// - Parameters:
  ///   - listing: what is listed.
  ///   - path: of the mailbox.
  func show(_ page: PaneMachine.Page, in listing: Listing, of path: String) {
    switch page {
    case .opening(let title): show(.opening(path: AllInboxes.shown(title)))
    case .list: showList()
    case .noConversations: show(.nothing(in: listing, of: AllInboxes.shown(path)))
    case .failure(let error, let canTryAgain): show(.failed(error, canTryAgain: canTryAgain))
    }
  }

  /// Shows a page instead of the list.
  private func show(_ state: StatusView.State) {
    status.show(state)
    widget.visibleChildName = Self.statusPage
    // Who is at the folders, types a search, or reads, stays there.
    let isFree = window.object.focus?.isMapped != true
    if isFree || widget.containsFocus { status.grabFocus() }
  }

  /// On the page that waits for it: how far the first reading has come.
  func show(_ progress: RefreshProgress) { status.show(progress) }

  /// Shows the list; the focus of the page in its place goes to it.
  private func showList() {
    guard !showsList else { return }
    let hadFocus = status.widget.containsFocus
    widget.visibleChildName = Self.listPage
    status.rest()
    if hadFocus { list.grabFocus() }
  }

  /// Puts the keyboard's focus on what is shown.
  func grabFocus() {
    if showsList { list.grabFocus() } else { status.grabFocus() }
  }
}
