import FoundationEssentials
import PullToRefresh
import TidelineGtk

/// Applies the preferences to the rows of one list, now and after each change.
final class RowPreferences {
  private let preferences: Preferences
  private weak var controller: RefreshController?
  /// The key of the list and where its last refresh is stored; the format is a preference.
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
    // The configuration is set as a whole, so that the row is drawn once.
    var (header, footer) = (controller.header, controller.footer)
    preferences.apply(to: &header, lastUpdated)
    controller.header = header
    preferences.apply(to: &footer)
    controller.footer = footer

    var metrics = controller.metrics
    metrics.threshold = Double(preferences.number(PreferenceKey.threshold))
    metrics.wheelEnabled = preferences.isOn(PreferenceKey.wheelPulls)
    metrics.wheelNotches = preferences.number(PreferenceKey.wheelNotches)
    if metrics != controller.metrics { controller.metrics = metrics }
    let prefetch = Double(preferences.number(PreferenceKey.prefetch))
    let isAutomatic = preferences.text(PreferenceKey.loadMode) == "automatic"
    let loadMode = isAutomatic ? LoadMode.automatic(prefetch: prefetch) : .pull
    if loadMode != controller.loadMode { controller.loadMode = loadMode }
  }
}

/// A value that makes no sense, which another program may have stored, counts as the default and is
/// warned of once.
extension Preferences {
  /// - Parameter lastUpdated: whose time the header shows, if it shows any.
  func apply(to header: inout HeaderConfiguration, _ lastUpdated: LastUpdated?) {
    header.indicator = indicator(IndicatorChoice(rawValue: text(RowKeys.header.indicator)), .header)
    header.indicatorColor = usable(RowKeys.header.indicatorColor).flatMap(Color.init)
    header.titleColor = usable(RowKeys.header.titleColor).flatMap(Color.init)
    header.titleFont = usable(RowKeys.header.titleFont)
    header.fadesWithPull = isOn(RowKeys.header.fadesWithPull)
    header.titles = titles(HeaderTitles(), TitleChoice.all)
    header.lastUpdated = isOn(PreferenceKey.showsLastUpdate) ? lastUpdated : nil
    header.lastUpdated?.format = .init(stored: usable(PreferenceKey.dateFormat) ?? "")
  }

  func apply(to footer: inout FooterConfiguration) {
    footer.indicator = indicator(IndicatorChoice(rawValue: text(RowKeys.footer.indicator)), .footer)
    footer.indicatorColor = usable(RowKeys.footer.indicatorColor).flatMap(Color.init)
    footer.titleColor = usable(RowKeys.footer.titleColor).flatMap(Color.init)
    footer.titleFont = usable(RowKeys.footer.titleFont)
    footer.fadesWithPull = isOn(RowKeys.footer.fadesWithPull)
    footer.titles = titles(FooterTitles.usual, TitleChoice.all)
  }

  /// The indicator in a style; an arrow stands for a picture that cannot be shown.
  func indicator(_ style: IndicatorChoice?, _ keys: RowKeys) -> IndicatorStyle {
    switch style {
    case .spinner: .spinner
    case .arrow, nil: .arrow
    case .ring: .ring
    case .picture: usable(keys.picture).map { .picture(IndicatorPicture(file: $0)) } ?? .arrow
    case .some(.none): .none
    }
  }

  /// Nil where it is empty, or has a fault.
  private func usable(_ key: String) -> String? {
    let value = text(key)
    guard !value.isEmpty else { return nil }
    guard LookFile.fault(of: key, value) != nil else { return value }
    warnOnce("\(key): “\(value)” cannot be used. Choose another one in Preferences.")
    return nil
  }

  private func titles<Titles>(_ usual: Titles, _ choices: [TitleChoice<Titles>]) -> Titles {
    var titles = usual
    for choice in choices {
      // A title has one line.
      let words = text(choice.key).split(whereSeparator: \.isNewline).joined(separator: " ")
      if !words.isEmpty { titles[keyPath: choice.path] = words }
    }
    return titles
  }
}

extension LastUpdated.Format {
  /// A format as it is stored.
  init(stored format: String) { self = format.isEmpty ? .relative : .pattern(format) }
}
