import CAdwaita
import PullToRefresh
import TidelineGtk
import TidelineProgram

/// The pages on the two rows: the look and the titles of each.
enum RowPage {
  /// - Parameter picture: the row that asks for the indicator's file.
  static func header(_ preferences: Preferences, picture: PictureRow) -> [PreferencePage.Section] {
    let format = DateFormatRow(preferences)
    return [
      indicator(preferences, .header, picture),
      titles(preferences, .header, TitleChoice<RowTitles>.ofRefresh, DefaultTitles.header),
      PreferencePage.Section(
        title: tr("Last Update"),
        rows: [
          SwitchRow(
            preferences,
            key: LastUpdatedKeys.all.isShown,
            label: tr("Show Last Update"),
            hint: tr("A second line says when the list was refreshed")
          ),
          format,
          OwnDateFormatRow(preferences, for: format),
        ]
      ),
    ]
  }

  /// - Parameter picture: the row that asks for the indicator's file.
  static func footer(_ preferences: Preferences, picture: PictureRow) -> [PreferencePage.Section] {
    let keys = LoadKeys.all
    return [
      PreferencePage.Section(
        title: tr("Older Conversations"),
        rows: [
          ChoiceRow(preferences, key: keys.mode, label: tr("Load"), name: \.label),
          NumberRow(
            preferences,
            key: keys.prefetch,
            label: tr("Load Ahead"),
            hint: tr("In heights of the list, when loaded automatically"),
            within: LoadKeys.prefetches,
            step: 1,
            counts: { preferences[keys.mode] == .automatic }
          ),
          NumberRow(
            preferences,
            key: keys.pageSize,
            label: tr("Page Size"),
            hint: tr("In conversations; counts from the next page on"),
            within: LoadKeys.pageSizes,
            step: 10
          ),
        ]
      ),
      indicator(preferences, .footer, picture),
      titles(preferences, .footer, TitleChoice<RowTitles>.ofLoadMore, DefaultTitles.footer),
    ]
  }

  private static func indicator(
    _ preferences: Preferences,
    _ keys: RowKeys,
    _ picture: PictureRow
  ) -> PreferencePage.Section {
    PreferencePage.Section(
      title: tr("Indicator"),
      rows: [
        ChoiceRow(preferences, key: keys.indicator, label: tr("Style"), name: \.label),
        picture,
        ThemedRow.color(preferences, key: keys.indicatorColor, label: tr("Indicator Colour")),
        SwitchRow(preferences, key: keys.fadesWithPull, label: tr("Fades In While Pulled")),
      ]
    )
  }

  private static func titles<Titles>(
    _ preferences: Preferences,
    _ keys: RowKeys,
    _ choices: [TitleChoice<Titles>],
    _ defaults: Titles
  ) -> PreferencePage.Section {
    PreferencePage.Section(
      title: tr("Titles"),
      description: tr("An empty title stands for the usual words."),
      rows: choices.map {
        TitleRow(preferences, key: $0.key, label: $0.label, placeholder: defaults[keyPath: $0.path])
      } + [
        ThemedRow.color(preferences, key: keys.titleColor, label: tr("Title Colour")),
        ThemedRow.font(preferences, key: keys.titleFont, label: tr("Title Font")),
      ]
    )
  }
}
