import PullToRefresh

/// The keys of what can be chosen for the row above the list, or for the one below it.
struct RowKeys: KeyGroup {
  let indicator: PreferenceKey<IndicatorChoice>
  /// The path of the picture for that style.
  let picture: PreferenceKey<String>
  /// As CSS writes it; empty for the theme's.
  let indicatorColor: PreferenceKey<String>
  /// As CSS writes it; empty for the theme's.
  let titleColor: PreferenceKey<String>
  /// As Pango describes it; empty for the theme's.
  let titleFont: PreferenceKey<String>
  let fadesWithPull: PreferenceKey<Bool>
  /// The titles of the row; empty for the default ones in the user's language.
  let titles: [PreferenceKey<String>]

  static let header = RowKeys("header", titles: TitleChoice<RowTitles>.ofRefresh.map(\.key))
  static let footer = RowKeys("footer", titles: TitleChoice<RowTitles>.ofLoadMore.map(\.key))

  private init(_ row: String, titles: [PreferenceKey<String>]) {
    indicator = PreferenceKey(name: "\(row)-indicator", defaultValue: .arrow)
    picture = PreferenceKey(name: "\(row)-picture", defaultValue: "")
    indicatorColor = PreferenceKey(name: "\(row)-indicator-color", defaultValue: "")
    titleColor = PreferenceKey(name: "\(row)-title-color", defaultValue: "")
    titleFont = PreferenceKey(name: "\(row)-title-font", defaultValue: "")
    fadesWithPull = PreferenceKey(name: "\(row)-fades-with-pull", defaultValue: true)
    self.titles = titles
  }

  var names: [String] {
    [indicator.name, fadesWithPull.name]
      + ([picture, indicatorColor, titleColor, titleFont] + titles).map(\.name)
  }
}
