import CAdwaita
import TidelineGtk
import TidelineProgram

/// The entry of the title of a row in one state. The default title is the entry's placeholder.
final class TitleRow: PreferenceRow {
  var widget: Widget { row.asWidget }
  private let row: ActionRow
  private let entry = TidelineGtk.Entry()
  private let preferences: Preferences
  private let key: PreferenceKey<String>

  init(_ preferences: Preferences, key: PreferenceKey<String>, label: String, placeholder: String) {
    self.preferences = preferences
    self.key = key
    row = ActionRow(title: label)
    entry.placeholderText = placeholder
    entry.fillRow()
    row.add(suffix: entry)
    row.setActivatable(entry)
    if placeholder.firstRange(of: "%s") != nil { row.setSubtitle(tr("“%s” stands for the reason")) }
    entry.onChange { [weak self] in
      guard let self else { return }
      preferences[key] = entry.text
    }
  }

  func reload() {
    // Setting the text would move the cursor while the user types.
    if entry.text != preferences[key] { entry.text = preferences[key] }
    row.isSensitive = preferences.isWritable(key.name)
  }
}

extension TidelineGtk.Entry {
  /// Takes 120 px of the row in a narrow window, and half of it in a wide one.
  func fillRow() {
    setSizeRequest(width: 120)
    setExpand(horizontal: true)
  }
}
