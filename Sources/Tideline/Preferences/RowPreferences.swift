import FoundationEssentials
import PullToRefresh
import TidelineGtk

/// Applies the preferences to the header and the footer of one list, now and after each change.
final class RowPreferences {
  private let preferences: Preferences
  private weak var controller: RefreshController?
  /// The list's key, and the store of its last refresh. The preferences replace the date format.
  var lastUpdated: LastUpdated? { didSet { apply() } }

  init(_ preferences: Preferences, of controller: RefreshController) {
    self.preferences = preferences
    self.controller = controller
    let keys = PreferenceKey.general + PreferenceKey.appearance + PreferenceKey.pulling
    preferences.observe(keys, for: self) { [weak self] _ in self?.apply() }
    apply()
  }

  private func apply() {
    guard let controller else { return }
    // Sets the configuration of each row as a whole, so that the row is drawn once.
    var (header, footer) = (controller.refresh.row, controller.loadMore.row)
    preferences.apply(.header, to: &header, lastUpdated)
    preferences.apply(.footer, to: &footer)
    (controller.refresh.row, controller.loadMore.row) = (header, footer)

    var metrics = controller.metrics
    metrics.threshold = Double(preferences.number(PreferenceKey.threshold))
    metrics.wheelEnabled = preferences.isOn(PreferenceKey.wheelPulls)
    metrics.wheelNotches = preferences.number(PreferenceKey.wheelNotches)
    if metrics != controller.metrics { controller.metrics = metrics }
    let prefetch = Double(preferences.number(PreferenceKey.prefetch))
    let isAutomatic = preferences.text(PreferenceKey.loadMode) == "automatic"
    let loadMode = isAutomatic ? LoadMode.automatic(prefetch: prefetch) : .pull
    if loadMode != controller.loadMore.mode { controller.loadMore.mode = loadMode }
  }
}

/// Other programs may store values that cannot be used. The default is used instead of such a
/// value, and one warning is logged.
extension Preferences {
  /// Applies the preferences of a row to its configuration.
  ///
  /// - Parameter lastUpdated: the list whose last refresh the header shows.
  func apply(_ keys: RowKeys, to row: inout RowConfiguration, _ lastUpdated: LastUpdated? = nil) {
    row.indicator = indicator(IndicatorChoice(rawValue: text(keys.indicator)), keys)
    row.indicatorColor = usable(keys.indicatorColor).flatMap(Color.init)
    row.titleColor = usable(keys.titleColor).flatMap(Color.init)
    row.titleFont = usable(keys.titleFont)
    row.fadesWithPull = isOn(keys.fadesWithPull)
    row.titles = keys.defaultRow.titles
    for choice in keys.titles {
      // Joins the lines, since a title is shown on one line.
      let words = text(choice.key).split(whereSeparator: \.isNewline).joined(separator: " ")
      if !words.isEmpty { row.titles[keyPath: choice.path] = words }
    }
    row.lastUpdated = isOn(PreferenceKey.showsLastUpdate) ? lastUpdated : nil
    row.lastUpdated?.format = .init(stored: usable(PreferenceKey.dateFormat) ?? "")
  }

  /// The indicator of a style; an arrow if the style is nil, or if its picture cannot be shown.
  func indicator(_ style: IndicatorChoice?, _ keys: RowKeys) -> IndicatorStyle {
    switch style {
    case .spinner: .spinner
    case .arrow, nil: .arrow
    case .ring: .ring
    case .picture: usable(keys.picture).map { .picture(IndicatorPicture(file: $0)) } ?? .arrow
    case .some(.none): .none
    }
  }

  /// The value of a key; nil if it is empty, or cannot be used.
  private func usable(_ key: String) -> String? {
    let value = text(key)
    guard !value.isEmpty else { return nil }
    guard LookFile.fault(of: key, value) != nil else { return value }
    warnOnce("\(key): “\(value)” cannot be used. Choose another one in Preferences.")
    return nil
  }
}

extension LastUpdated.Format {
  /// Makes a format from its stored text, which is empty for the relative format.
  init(stored format: String) { self = format.isEmpty ? .relative : .pattern(format) }
}
