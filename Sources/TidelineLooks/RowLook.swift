import PullToRefresh
import TidelineGtk

/// Other programs may store values that cannot be used. The default is used instead of such a
/// value, and one warning is logged.
extension LookStore {
  /// Gives a row its look.
  ///
  /// - Parameter lastUpdated: the list whose last refresh the header shows.
  package func apply(
    _ keys: RowKeys,
    to row: inout RowConfiguration,
    _ lastUpdated: LastUpdated? = nil
  ) {
    row.indicator = indicator(IndicatorChoice(rawValue: value(keys.indicator)), keys)
    row.indicatorColor = usable(keys.indicatorColor).flatMap(Color.init)
    row.titleColor = usable(keys.titleColor).flatMap(Color.init)
    row.titleFont = usable(keys.titleFont)
    row.fadesWithPull = isOn(keys.fadesWithPull)
    row.titles = defaultRow(keys).titles
    for choice in keys.titles {
      // Joins the lines, since a title is shown on one line.
      let words = value(choice.key).split(whereSeparator: \.isNewline).joined(separator: " ")
      if !words.isEmpty { row.titles[keyPath: choice.path] = words }
    }
    row.lastUpdated = isOn(RowKeys.showsLastUpdate) ? lastUpdated : nil
    row.lastUpdated?.format = .init(stored: usable(RowKeys.dateFormat) ?? "")
  }

  /// Gives both rows of a list their look. Each is drawn once.
  package func apply(to controller: RefreshController, _ lastUpdated: LastUpdated? = nil) {
    var (header, footer) = (controller.refresh.row, controller.loadMore.row)
    apply(.header, to: &header, lastUpdated)
    apply(.footer, to: &footer)
    (controller.refresh.row, controller.loadMore.row) = (header, footer)
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
    let value = value(key)
    guard !value.isEmpty else { return nil }
    guard LookFile.fault(of: key, value) != nil else { return value }
    warnOnce("\(key): “\(value)” cannot be used. Choose another one in Preferences.")
    return nil
  }
}

extension LastUpdated.Format {
  /// Makes a format from its stored text, which is empty for the relative format.
  package init(stored format: String) { self = format.isEmpty ? .relative : .pattern(format) }
}
