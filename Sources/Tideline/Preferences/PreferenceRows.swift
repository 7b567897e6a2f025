import CAdwaita
import TidelineGtk
import TidelineProgram

/// Makes rows of the preferences window. A row shows a key's value, and stores changes at once.
extension Preferences {
  /// - Parameter hint: a second line, if the title needs one.
  func switchRow(_ key: String, _ label: String, hint: String = "") -> ActionRow {
    let control = Switch()
    settings.bind(key, to: control, "active")
    return ActionRow(title: label, subtitle: hint, control)
  }

  func numberRow(
    _ key: String,
    _ label: String,
    _ hint: String,
    within range: ClosedRange<Double>
  ) -> ActionRow {
    let control = SpinButton(from: range.lowerBound, to: range.upperBound, step: 10)
    settings.bind(key, to: control, "value")
    return ActionRow(title: label, subtitle: hint, control)
  }

  /// - Parameter choices: the key's values and their labels.
  func choiceRow(_ key: String, _ label: String, _ choices: [(String, String)]) -> ComboRow {
    let row = ComboRow(title: label)
    row.setChoices(choices.map(\.1))
    row.showChoiceBelow()
    settings.bind(key, among: choices.map(\.0), to: row, "selected")
    return row
  }

  /// - Parameter usual: the placeholder in the empty entry.
  func entryRow(_ key: String, _ label: String, usual: String) -> ActionRow {
    let entry = TidelineGtk.Entry()
    entry.placeholderText = usual
    // The minimum width in px. In a wide window, the entry takes half of the row.
    entry.setSizeRequest(width: 120)
    entry.setExpand(horizontal: true)
    settings.bind(key, to: entry, "text")
    return ActionRow(title: label, subtitle: "", entry)
  }
}
