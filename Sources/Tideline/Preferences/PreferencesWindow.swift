import CAdwaita
import Gtk
import PullToRefresh

/// The window in which the user chooses how the rows at both ends of the list look, and what they
/// say. What is chosen is seen in the list at once: the window leaves the list usable beside it.
///
/// No `AdwPreferencesWindow`: that one is modal, and libadwaita 1.2's search never lets go of the
/// groups in it.
final class PreferencesWindow {
  private(set) var isClosed = false
  private let window: Unowned<Window>
  private var pages: [RowPage] = []

  private static let key = "tideline-preferences-window"

  /// - Parameter parent: the window stays above it and goes with it; GTK's side keeps this one.
  init(_ preferences: Preferences, over parent: Window) {
    let window = Window()
    self.window = Unowned(window)
    window.title = tr("Preferences")
    window.setDefaultSize(width: 640, height: 576)
    window.setTransient(for: parent)
    let present = { [weak self] in self?.isClosed == false ? self?.window.object : nil }
    let header = RowPage(
      preferences,
      keys: .header,
      titles: Self.titles(TitleChoice<HeaderTitles>.all, UsualTitles.header),
      window: present
    )
    let footer = RowPage(
      preferences,
      keys: .footer,
      titles: Self.titles(TitleChoice<FooterTitles>.all, UsualTitles.footer),
      window: present
    )
    pages = [header, footer]
    let stack = ViewStack()
    stack.add(header.widget, title: tr("Refresh"), icon: "view-refresh-symbolic")
    stack.add(footer.widget, title: tr("Load More"), icon: "go-bottom-symbolic")
    let bar = HeaderBar()
    bar.setTitle(ViewSwitcher(of: stack))
    window.setTitlebar(bar)
    window.child = stack.asWidget
    closeOnEscape(window)
    window.connect("destroy") { [weak self] in self?.isClosed = true }
    window.own(self, key: Self.key)
    preferences.observe(self) { [weak self] in self?.reload() }
  }

  func present() { window.object.present() }

  private func reload() {
    guard !isClosed else { return }
    for page in pages { page.reload() }
  }

  private func closeOnEscape(_ window: Window) {
    let keys = ShortcutController.windowWide()
    keys.bind("Escape", toAction: "window.close")
    window.add(keys)
  }

  private static func titles<Titles>(
    _ choices: [TitleChoice<Titles>],
    _ usual: Titles
  ) -> [RowPage.Title] {
    choices.map {
      RowPage.Title(key: $0.key, label: $0.label, usual: usual[keyPath: $0.path])
    }
  }
}
