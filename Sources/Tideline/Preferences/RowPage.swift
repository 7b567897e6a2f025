import CAdwaita
import Gtk

/// The page on one row: its indicator, its titles, and the way back to the defaults.
final class RowPage {
  let widget = PreferencesPage()
  private let preferences: Preferences
  private let keys: RowKeys
  private var rows: [any PreferenceRow] = []

  /// A title to ask for.
  struct Title {
    let key: PreferenceKey<String>
    let label: String
    /// What the row says where nothing is chosen.
    let usual: String
  }

  /// - Parameter window: in which the page stands; nil once it is closed.
  init(
    _ preferences: Preferences,
    keys: RowKeys,
    titles: [Title],
    window: @escaping () -> Window?
  ) {
    self.preferences = preferences
    self.keys = keys
    if let problem = preferences.problem { widget.add(group("", problem, [])) }
    widget.add(
      group(
        tr("Indicator"),
        nil,
        [
          StyleRow(preferences, key: keys.indicator),
          PictureRow(preferences, keys: keys, window: window),
          ThemedRow.color(preferences, key: keys.indicatorColor, label: tr("Indicator Colour")),
          SwitchRow(preferences, key: keys.fadesWithPull, label: tr("Fades In While Pulled")),
        ]
      )
    )
    widget.add(
      group(
        tr("Titles"),
        tr("An empty title stands for the usual words."),
        titles.map { TitleRow(preferences, key: $0.key, label: $0.label, usual: $0.usual) } + [
          ThemedRow.color(preferences, key: keys.titleColor, label: tr("Title Colour")),
          ThemedRow.font(preferences, key: keys.titleFont, label: tr("Title Font")),
        ]
      )
    )
    widget.add(resetGroup())
    reload()
  }

  func reload() {
    for row in rows { row.reload() }
  }

  private func group(
    _ title: String,
    _ description: String?,
    _ rows: [any PreferenceRow]
  ) -> PreferencesGroup {
    let group = PreferencesGroup()
    group.set(title: title, description: description)
    for row in rows { group.add(row.widget) }
    self.rows += rows
    return group
  }

  private func resetGroup() -> PreferencesGroup {
    let button = Button(label: tr("Reset to Defaults"))
    button.addStyleClass("destructive-action")
    button.addStyleClass("pill")
    button.setAlign(horizontal: .center)
    button.connect("clicked") { [weak self] in
      guard let self else { return }
      preferences.reset(keys)
    }
    let group = PreferencesGroup()
    group.add(button)
    return group
  }
}
