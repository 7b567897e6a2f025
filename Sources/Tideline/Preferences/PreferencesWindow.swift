import CAdwaita
import Gtk
import PullToRefresh

/// The window in which the user chooses how the rows at both ends of the list look, and what they
/// say. What is chosen is seen in the list at once: the window leaves the list usable beside it.
final class PreferencesWindow {
  private(set) var isClosed = false
  private let window: Unowned<AdwPreferencesWindow>
  private var pages: [RowPage] = []

  private static let key = "tideline-preferences-window"

  /// - Parameter parent: the window stays above it and goes with it; GTK's side keeps this one.
  init(_ preferences: Preferences, over parent: Window) {
    let window = AdwPreferencesWindow()
    self.window = Unowned(window)
    window.asWindow.title = tr("Preferences")
    window.asWindow.setTransient(for: parent)
    let present = { [weak self] in self?.isClosed == false ? self?.window.object.asWindow : nil }
    let header = RowPage(
      preferences,
      keys: .header,
      titles: Self.titles(TitleChoice<HeaderTitles>.all, UsualTitles.header),
      window: present
    )
    header.widget.set(title: tr("Refresh"), icon: "view-refresh-symbolic")
    let footer = RowPage(
      preferences,
      keys: .footer,
      titles: Self.titles(TitleChoice<FooterTitles>.all, UsualTitles.footer),
      window: present
    )
    footer.widget.set(title: tr("Load More"), icon: "go-bottom-symbolic")
    pages = [header, footer]
    for page in pages { window.add(page.widget) }
    window.connect("destroy") { [weak self] in self?.isClosed = true }
    window.own(self, key: Self.key)
    preferences.observe(self) { [weak self] in self?.reload() }
  }

  func present() { window.object.asWindow.present() }

  private func reload() {
    guard !isClosed else { return }
    for page in pages { page.reload() }
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
