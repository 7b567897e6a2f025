import FoundationEssentials
import Gtk
import PullToRefresh

/// Shows what the user has chosen in the rows of one list, now and after each change. Nothing else
/// brings the two together.
///
/// A choice that makes no sense, as somebody may have written it by other means, counts as none and
/// is complained of once.
final class RowPreferences {
  private let preferences: Preferences
  private weak var controller: RefreshController?
  /// Which list it is, and where it is kept when it was refreshed; how that is said is chosen.
  var lastUpdated: LastUpdated? { didSet { apply() } }

  init(_ preferences: Preferences, of controller: RefreshController) {
    self.preferences = preferences
    self.controller = controller
    preferences.observe(self) { [weak self] in self?.apply() }
    apply()
  }

  private func apply() {
    guard let controller else { return }
    // Changed as a whole, the row is drawn once.
    var header = controller.header
    header.indicator = indicator(.header)
    header.indicatorColor = color(RowKeys.header.indicatorColor)
    header.titleColor = color(RowKeys.header.titleColor)
    header.titleFont = font(RowKeys.header.titleFont)
    header.fadesWithPull = preferences[RowKeys.header.fadesWithPull]
    header.titles = titles(TitleChoice<HeaderTitles>.all, UsualTitles.header)
    header.lastUpdated = shownLastUpdated
    controller.header = header

    var footer = controller.footer
    footer.indicator = indicator(.footer)
    footer.indicatorColor = color(RowKeys.footer.indicatorColor)
    footer.titleColor = color(RowKeys.footer.titleColor)
    footer.titleFont = font(RowKeys.footer.titleFont)
    footer.fadesWithPull = preferences[RowKeys.footer.fadesWithPull]
    footer.titles = titles(TitleChoice<FooterTitles>.all, UsualTitles.footer)
    controller.footer = footer

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
    shown.format = LastUpdated.Format(kept: preferences[key])
    guard shown.format.text(of: Date()) == nil else { return shown }
    preferences.complain(
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
    preferences.complain("\(key.name): “\(path)” cannot be shown: \(problem.reason)")
    return .arrow
  }

  private func color(_ key: PreferenceKey<String>) -> Color? {
    let css = preferences[key]
    guard !css.isEmpty else { return nil }
    guard let color = Color(css) else {
      preferences.complain("\(key.name): “\(css)” is no colour. Choose one in Preferences.")
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
      preferences.complain("\(key.name): “\(font)” is not within 4 and 48 points.")
      return nil
    }
    return font
  }

  private func titles<Titles>(_ choices: [TitleChoice<Titles>], _ usual: Titles) -> Titles {
    var titles = usual
    for choice in choices {
      // A row has one line.
      let words = preferences[choice.key].split(whereSeparator: \.isNewline).joined(separator: " ")
      if !words.isEmpty { titles[keyPath: choice.path] = words }
    }
    return titles
  }
}
