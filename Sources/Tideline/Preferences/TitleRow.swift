import CAdwaita
import Gtk
import TidelineProgram

/// Asks for what a row says in one state. The usual words stand faintly in the empty entry.
final class TitleRow: PreferenceRow {
  var widget: Widget { row.asWidget }
  private let row: ActionRow
  private let entry = Gtk.Entry()
  private let preferences: Preferences
  private let key: PreferenceKey<String>

  init(_ preferences: Preferences, key: PreferenceKey<String>, label: String, usual: String) {
    self.preferences = preferences
    self.key = key
    row = ActionRow(title: label)
    entry.placeholderText = usual
    entry.fillRow()
    row.add(suffix: entry)
    row.setActivatable(entry)
    if usual.firstRange(of: "%s") != nil { row.setSubtitle(tr("“%s” stands for the reason")) }
    entry.onChange { [weak self] in
      guard let self else { return }
      preferences[key] = entry.text
    }
  }

  func reload() {
    // Setting the text moves the cursor, which is where the user types.
    if entry.text != preferences[key] { entry.text = preferences[key] }
    row.isSensitive = preferences.isWritable(key.name)
  }
}

extension Gtk.Entry {
  /// Takes 120 px of the row in a narrow window, and half of it in a wide one.
  func fillRow() {
    setSizeRequest(width: 120)
    setExpand(horizontal: true)
  }
}
