import CAdwaita
import TidelineGtk

/// Asks for a whole number.
final class NumberRow: PreferenceRow {
  var widget: Widget { row.asWidget }
  private let row: ActionRow
  private let control: SpinButton
  private let preferences: Preferences
  private let key: PreferenceKey<Int>
  private let counts: () -> Bool

  /// - Parameters:
  ///   - hint: what the number counts, and what its ends mean.
  ///   - counts: whether the number has an effect, by the other choices.
  init(
    _ preferences: Preferences,
    key: PreferenceKey<Int>,
    label: String,
    hint: String,
    within range: ClosedRange<Int>,
    step: Int,
    counts: @escaping () -> Bool = { true }
  ) {
    self.counts = counts
    self.preferences = preferences
    self.key = key
    control = SpinButton(
      from: Double(range.lowerBound),
      to: Double(range.upperBound),
      step: Double(step)
    )
    row = ActionRow(title: label)
    row.setSubtitle(hint)
    row.add(suffix: control)
    row.setActivatable(control)
    reload()
    control.onChange { [weak self] in
      guard let self else { return }
      preferences[key] = control.number
    }
  }

  func reload() {
    if control.number != preferences[key] { control.number = preferences[key] }
    row.isSensitive = counts() && preferences.isWritable(key.name)
  }
}
