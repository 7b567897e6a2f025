import CAdwaita
import TidelineGtk
import TidelineProgram

/// The window in which the user chooses how the rows at both ends of the list look, what they say,
/// how they are pulled, and what fetches new mail. Each change is shown at once, in the list and in
/// a preview of it. The list can be used meanwhile.
///
/// No `AdwPreferencesWindow`: that one is modal, and libadwaita 1.2's search never releases the
/// groups in it.
final class PreferencesWindow {
  private(set) var isClosed = false
  private let window: Unowned<Window>
  private let stack = ViewStack()
  private let preview: PullPreview
  private let reset: PreferenceReset
  private let pictures: [PictureRow]
  /// Why some preferences are not stored.
  private let problem: String?
  private var pages: [(page: PreferencePage, edge: PullPreview.Edge?)] = []

  private static let key = "tideline-preferences-window"

  /// - Parameter parent: the window stays above it and is closed with it. The window's widgets keep
  ///   this object alive.
  init(_ preferences: Preferences, over parent: Window) {
    let window = Window()
    self.window = Unowned(window)
    problem = preferences.problem
    let toasts = ToastOverlay()
    reset = PreferenceReset(preferences, over: toasts)
    preview = PullPreview(preferences)
    pictures = [RowKeys.header, .footer].map { PictureRow(preferences, keys: $0) }
    window.title = tr("Preferences")
    window.setDefaultSize(width: 640, height: 640)
    window.setTransient(for: parent)
    addPages(preferences)
    let title = ViewSwitcherTitle(of: stack, title: tr("Preferences"))
    let bar = HeaderBar()
    bar.setTitle(title)
    window.setTitlebar(bar)
    toasts.child = content(title).asWidget
    window.child = toasts.asWidget
    for picture in pictures { picture.window = self.window }
    reset.install(on: window)
    closeOnEscape(window)
    window.connect("destroy") { [weak self] in self?.windowDestroyed() }
    window.own(self, key: Self.key)
    preferences.observe(self) { [weak self] in self?.reload() }
    stack.onVisibleChild { [weak self] in self?.showPreview() }
    showPreview()
  }

  /// - Parameter parent: the window that asks; it stays above that one from now on.
  func present(over parent: Window) {
    let window = window.object
    window.setTransient(for: parent)
    // A Wayland compositor gives the focus to a window that is new, and not to one that exists.
    if window.isMapped, !window.isActive { window.isVisible = false }
    window.present()
  }

  private func addPages(_ preferences: Preferences) {
    add(
      tr("Refresh"),
      icon: "view-refresh-symbolic",
      RowPage.header(preferences, picture: pictures[0]),
      [RowKeys.header, LastUpdatedKeys.all],
      edge: .top
    )
    add(
      tr("Load More"),
      icon: "go-bottom-symbolic",
      RowPage.footer(preferences, picture: pictures[1]),
      [RowKeys.footer, LoadKeys.all],
      edge: .bottom
    )
    add(
      tr("Pulling"),
      icon: "input-touchpad-symbolic",
      PullPage.sections(preferences),
      [PullKeys.all],
      edge: .top
    )
    add(
      tr("Mail"),
      icon: "mail-unread-symbolic",
      MailPage.sections(preferences),
      [MarkKeys.all, FetchKeys.all, NewMailKeys.all],
      edge: nil
    )
  }

  /// - Parameters:
  ///   - keys: the keys that the page resets.
  ///   - edge: the edge that the preview shows; nil for no preview.
  private func add(
    _ title: String,
    icon: String,
    _ sections: [PreferencePage.Section],
    _ keys: [any KeyGroup],
    edge: PullPreview.Edge?
  ) {
    let problem = problem.map { [PreferencePage.Section(description: $0)] } ?? []
    let page = PreferencePage(problem + sections, end: reset.buttons(for: keys))
    pages.append((page, edge))
    stack.add(page.widget, title: title, icon: icon)
  }

  /// The preview does not scroll with the page below it.
  private func content(_ title: ViewSwitcherTitle) -> Box {
    let content = Box(.vertical, spacing: 0)
    content.append(preview.widget)
    stack.setExpand(vertical: true)
    content.append(stack)
    let bar = ViewSwitcherBar(of: stack)
    content.append(bar)
    bar.isVisible = title.showsTitle
    title.onShowsTitle { [title = Unowned(title), bar = Unowned(bar)] in
      bar.object.isVisible = title.object.showsTitle
    }
    return content
  }

  private func showPreview() {
    let shown = stack.visibleChild
    let edge = pages.first { $0.page.widget.pointer == shown?.pointer }?.edge
    preview.show(edge)
  }

  private func reload() {
    guard !isClosed else { return }
    for (page, _) in pages { page.reload() }
  }

  private func windowDestroyed() {
    isClosed = true
    for picture in pictures { picture.close() }
  }

  private func closeOnEscape(_ window: Window) {
    let keys = ShortcutController.windowWide()
    keys.bind("Escape", toAction: "window.close")
    window.add(keys)
  }
}
