import CAdwaita
import TidelineGtk

/// A preference that is on or off.
final class SwitchRow: PreferenceRow {
  var widget: Widget { row.asWidget }
  private let row: ActionRow
  private let control = Switch()
  private let preferences: Preferences
  private let key: PreferenceKey<Bool>
  private let hint: () -> String

  /// - Parameter hint: a second line, where the title needs one.
  init(
    _ preferences: Preferences,
    key: PreferenceKey<Bool>,
    label: String,
    hint: @escaping @autoclosure () -> String = ""
  ) {
    self.preferences = preferences
    self.key = key
    self.hint = hint
    row = ActionRow(title: label)
    row.add(suffix: control)
    row.setActivatable(control)
    reload()
    control.onChange { [weak self] in
      guard let self else { return }
      preferences[key] = control.isActive
    }
  }

  func reload() {
    if control.isActive != preferences[key] { control.isActive = preferences[key] }
    row.setSubtitle(hint())
    row.isSensitive = preferences.isWritable(key.name)
  }
}
