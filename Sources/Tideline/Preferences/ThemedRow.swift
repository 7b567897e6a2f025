import CAdwaita
import TidelineGtk
import TidelineProgram

/// A preference with the theme's value as its default: a chooser, and a button that resets it to
/// the theme's.
final class ThemedRow: PreferenceRow {
  var widget: Widget { row.asWidget }
  private let row: ActionRow
  private let clear = Button(iconName: "edit-clear-symbolic")
  private let preferences: Preferences
  private let key: PreferenceKey<String>
  private let show: (String) -> Void

  private init(
    _ preferences: Preferences,
    key: PreferenceKey<String>,
    label: String,
    chooser: some WidgetConvertible,
    show: @escaping (String) -> Void
  ) {
    self.preferences = preferences
    self.key = key
    self.show = show
    row = ActionRow(title: label)
    clear.tooltipText = tr("Follow the Theme")
    // There are several such buttons in the window.
    clear.setAccessibleLabel(tr("%s: Follow the Theme", with: label))
    clear.addStyleClass("flat")
    row.add(suffix: clear)
    row.add(suffix: chooser)
    row.setActivatable(chooser)
    // GTK puts a button into its choosers, and that is what the keyboard and a screen reader find.
    for part in chooser.children { part.setAccessibleLabel(label) }
    clear.connect("clicked") { [weak self] in self?.choose("") }
  }

  static func color(
    _ preferences: Preferences,
    key: PreferenceKey<String>,
    label: String
  ) -> ThemedRow {
    let button = ColorButton()
    let row = ThemedRow(preferences, key: key, label: label, chooser: button) {
      button.css = $0.isEmpty ? "gray" : $0
    }
    button.onChoice { [weak row, button = Unowned(button)] in row?.choose(button.object.css) }
    return row
  }

  static func font(
    _ preferences: Preferences,
    key: PreferenceKey<String>,
    label: String
  ) -> ThemedRow {
    let button = FontButton()
    let themeFont = button.font
    let row = ThemedRow(preferences, key: key, label: label, chooser: button) {
      button.font = $0.isEmpty ? themeFont : $0
    }
    button.onChoice { [weak row, button = Unowned(button)] in row?.choose(button.object.font) }
    return row
  }

  func reload() {
    let value = preferences[key]
    row.setSubtitle(value.isEmpty ? tr("As in the theme") : "")
    clear.isSensitive = !value.isEmpty
    row.isSensitive = preferences.isWritable(key.name)
    show(value)
  }

  private func choose(_ value: String) { preferences[key] = value }
}
