import CAdwaita
import TidelineGtk
import TidelineProgram

/// A preference with a few choices.
final class ChoiceRow<Choice: ChoiceValue>: PreferenceRow {
  var widget: Widget { row.asWidget }
  private let row: ComboRow
  private let preferences: Preferences
  private let key: PreferenceKey<Choice>
  private let choices = Array(Choice.allCases)

  /// - Parameter name: of each choice.
  init(
    _ preferences: Preferences,
    key: PreferenceKey<Choice>,
    label: String,
    name: (Choice) -> String
  ) {
    self.preferences = preferences
    self.key = key
    row = ComboRow(title: label)
    row.setChoices(choices.map(name))
    reload()
    row.onSelect { [weak self] in
      guard let self, let selected = row.selected else { return }
      preferences[key] = choices[selected]
    }
  }

  func reload() {
    let place = choices.firstIndex(of: preferences[key])
    if row.selected != place { row.selected = place }
    row.isSensitive = preferences.isWritable(key.name)
  }
}

extension IndicatorChoice {
  var label: String {
    switch self {
    case .spinner: tr("Spinner")
    case .arrow: tr("Arrow")
    case .ring: tr("Ring")
    case .picture: tr("Picture")
    case .none: tr("None")
    }
  }
}

extension LoadChoice {
  var label: String {
    switch self {
    case .pull: tr("When Pulled")
    case .automatic: tr("Automatically")
    }
  }
}
