import CAdwaita
import Gtk

/// Asks for the style of an indicator.
final class StyleRow: PreferenceRow {
  var widget: Widget { row.asWidget }
  private let row = ComboRow(title: tr("Style"))
  private let preferences: Preferences
  private let key: PreferenceKey<IndicatorChoice>

  init(_ preferences: Preferences, key: PreferenceKey<IndicatorChoice>) {
    self.preferences = preferences
    self.key = key
    row.setChoices(IndicatorChoice.allCases.map(\.label))
    reload()
    row.onSelect { [weak self] in
      guard let self, let selected = row.selected else { return }
      preferences[key] = IndicatorChoice.allCases[selected]
    }
  }

  func reload() {
    let place = IndicatorChoice.allCases.firstIndex(of: preferences[key])
    if row.selected != place { row.selected = place }
    row.isSensitive = preferences.isWritable(key.name)
  }
}

extension IndicatorChoice {
  fileprivate var label: String {
    switch self {
    case .spinner: tr("Spinner")
    case .arrow: tr("Arrow")
    case .ring: tr("Ring")
    case .picture: tr("Picture")
    case .none: tr("None")
    }
  }
}
