import FoundationEssentials
import PullToRefresh
import TidelineGtk

/// Applies the preferences to the rows of one list, now and after each change. No other type does.
///
/// A value that makes no sense, which another program may have stored, counts as the default and is
/// warned of once.
final class RowPreferences {
  private let preferences: Preferences
  private weak var controller: RefreshController?
  /// The key of the list and where its last refresh is stored; the format is a preference.
  var lastUpdated: LastUpdated? { didSet { apply() } }

  init(_ preferences: Preferences, of controller: RefreshController) {
    self.preferences = preferences
    self.controller = controller
    preferences.observe(self) { [weak self] in self?.apply() }
    apply()
  }

  private func apply() {
    guard let controller else { return }
    // The configuration is set as a whole, so that the row is drawn once.
    var header = controller.refresh.row
    header.indicator = indicator(.header)
    header.indicatorColor = color(RowKeys.header.indicatorColor)
    header.titleColor = color(RowKeys.header.titleColor)
    header.titleFont = font(RowKeys.header.titleFont)
    header.fadesWithPull = preferences[RowKeys.header.fadesWithPull]
    header.titles = titles(TitleChoice<RowTitles>.ofRefresh, DefaultTitles.header)
    header.lastUpdated = shownLastUpdated
    controller.refresh.row = header

    var footer = controller.loadMore.row
    footer.indicator = indicator(.footer)
    footer.indicatorColor = color(RowKeys.footer.indicatorColor)
    footer.titleColor = color(RowKeys.footer.titleColor)
    footer.titleFont = font(RowKeys.footer.titleFont)
    footer.fadesWithPull = preferences[RowKeys.footer.fadesWithPull]
    footer.titles = titles(TitleChoice<RowTitles>.ofLoadMore, DefaultTitles.footer)
    controller.loadMore.row = footer

    var metrics = controller.metrics
    metrics.threshold = Double(preferences[PullKeys.all.threshold])
    metrics.wheelEnabled = preferences[PullKeys.all.wheelPulls]
    metrics.wheelNotches = preferences[PullKeys.all.wheelNotches]
    if metrics != controller.metrics { controller.metrics = metrics }
    if loadMode != controller.loadMode { controller.loadMode = loadMode }
  }

  private var shownLastUpdated: LastUpdated? {
    guard preferences[LastUpdatedKeys.all.isShown], var shown = lastUpdated else { return nil }
    let key = LastUpdatedKeys.all.format
    shown.format = LastUpdated.Format(stored: preferences[key])
    guard shown.format.text(of: Date()) == nil else { return shown }
    preferences.warnOnce(
      "\(key.name): “\(preferences[key])” is no date format. Choose one in Preferences."
    )
    shown.format = .relative
    return shown
  }

  private var loadMode: LoadMode {
    switch preferences[LoadKeys.all.mode] {
    case .pull: .pull
    case .automatic: .automatic(prefetch: Double(preferences[LoadKeys.all.prefetch]))
    }
  }

  private func indicator(_ keys: RowKeys) -> IndicatorStyle {
    switch preferences[keys.indicator] {
    case .spinner: .spinner
    case .arrow: .arrow
    case .ring: .ring
    // Until a picture is chosen there is none to show.
    case .picture where preferences[keys.picture].isEmpty: .arrow
    case .picture: picture(keys.picture)
    case .none: .none
    }
  }

  private func picture(_ key: PreferenceKey<String>) -> IndicatorStyle {
    let path = preferences[key]
    guard let problem = PictureProblem.of(path) else {
      return .picture(IndicatorPicture(file: path))
    }
    preferences.warnOnce("\(key.name): “\(path)” cannot be shown: \(problem.reason)")
    return .arrow
  }

  private func color(_ key: PreferenceKey<String>) -> Color? {
    let css = preferences[key]
    guard !css.isEmpty else { return nil }
    guard let color = Color(css) else {
      preferences.warnOnce("\(key.name): “\(css)” is no colour. Choose one in Preferences.")
      return nil
    }
    return color
  }

  private func font(_ key: PreferenceKey<String>) -> String? {
    let font = preferences[key]
    guard !font.isEmpty else { return nil }
    // 0 stands for the theme's own size.
    let size = FontButton.size(of: font)
    guard size == 0 || (4...48).contains(size) else {
      preferences.warnOnce("\(key.name): “\(font)” is not within 4 and 48 points.")
      return nil
    }
    return font
  }

  private func titles<Titles>(_ choices: [TitleChoice<Titles>], _ defaults: Titles) -> Titles {
    var titles = defaults
    for choice in choices {
      // A title has one line.
      let words = preferences[choice.key].split(whereSeparator: \.isNewline).joined(separator: " ")
      if !words.isEmpty { titles[keyPath: choice.path] = words }
    }
    return titles
  }
}
