import PullToRefresh
import TidelineProgram

/// The keys of the GSettings schema. A page of the preferences resets the keys of one group.
enum PreferenceKey {
  static let whenRead = "when-read"
  /// Whether to notify of new mail, also while no window is open.
  static let tellsOfNewMail = "tell-of-new-mail"
  static let loadMode = "load-mode"
  /// How far ahead older conversations are loaded automatically, in heights of the list.
  static let prefetch = "load-prefetch"
  /// The number of conversations on a page.
  static let pageSize = "page-size"
  static let general = [whenRead, tellsOfNewMail, loadMode, prefetch, pageSize]

  static let showsLastUpdate = "header-shows-last-update"
  /// A format for `g_date_time_format`; empty for words such as "5 minutes ago".
  static let dateFormat = "header-date-format"
  static let appearance =
    RowKeys.header.look + RowKeys.footer.look + RowKeys.header.titles.map(\.key)
    + RowKeys.footer.titles.map(\.key) + [showsLastUpdate, dateFormat]

  /// The distance in px. A pull must reach it, and then be released, to refresh or load more.
  static let threshold = "pull-threshold"
  static let wheelPulls = "wheel-pulls"
  static let wheelNotches = "wheel-notches"
  static let pulling = [threshold, wheelPulls, wheelNotches]

  /// The command that fetches new mail before a refresh; empty for none.
  static let fetchCommand = "fetch-command"
  static let fetchInShell = "fetch-in-shell"
  /// The time limit of the command in seconds; 0 for none.
  static let fetchTimeLimit = "fetch-time-limit"
  static let fetching = [fetchCommand, fetchInShell, fetchTimeLimit]

  /// The reading pane's text size in percent; set by shortcuts and in the menu, but on no page.
  static let readingTextSize = "reading-text-size"

  static let all = general + appearance + pulling + fetching + [readingTextSize]
}

/// The keys for the look of the header or the footer of a list.
struct RowKeys {
  let row: String

  static let header = RowKeys(row: "header")
  static let footer = RowKeys(row: "footer")

  var titles: [TitleChoice] { row == "header" ? TitleChoice.ofRefresh : TitleChoice.ofLoadMore }
  /// The row with its default look.
  var defaultRow: RowConfiguration { row == "header" ? .refresh : .olderConversations }

  var indicator: String { row + "-indicator" }
  /// The path of the picture that the indicator style `picture` shows.
  var picture: String { row + "-picture" }
  /// The colors of the indicator and the title, as in CSS; empty for the theme's color.
  var indicatorColor: String { row + "-indicator-color" }
  var titleColor: String { row + "-title-color" }
  /// The title's font, as in Pango; empty for the theme's font.
  var titleFont: String { row + "-title-font" }
  var fadesWithPull: String { row + "-fades-with-pull" }

  /// The keys of a row's appearance, in the same order for header and footer.
  var look: [String] {
    [indicator, picture, indicatorColor, titleColor, titleFont, fadesWithPull]
  }
}

/// The style of a row's indicator; the raw values are the names in the schema.
enum IndicatorChoice: String, CaseIterable {
  case spinner, arrow, ring, picture, none

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
