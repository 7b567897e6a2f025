import Gtk
import PullToRefresh

/// Shows what the user has chosen in the rows of one list, now and after each change. Nothing else
/// brings the two together.
final class RowPreferences {
  private let preferences: Preferences
  private weak var controller: RefreshController?

  init(_ preferences: Preferences, of controller: RefreshController) {
    self.preferences = preferences
    self.controller = controller
    preferences.observe(self) { [weak self] in self?.apply() }
    apply()
  }

  private func apply() {
    guard let controller else { return }
    let header = titles(TitleChoice<HeaderTitles>.all, UsualTitles.header)
    if controller.headerTitles != header { controller.headerTitles = header }
    let footer = titles(TitleChoice<FooterTitles>.all, UsualTitles.footer)
    if controller.footerTitles != footer { controller.footerTitles = footer }
  }

  private func titles<Titles>(_ choices: [TitleChoice<Titles>], _ usual: Titles) -> Titles {
    var titles = usual
    for choice in choices {
      let chosen = preferences[choice.key].replacing("\n", with: " ")
      if !chosen.isEmpty { titles[keyPath: choice.path] = chosen }
    }
    return titles
  }
}
