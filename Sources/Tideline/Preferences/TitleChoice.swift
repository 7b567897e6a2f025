import PullToRefresh
import TidelineGtk
import TidelineProgram

/// One title of a row: its key, its label in Preferences, and its place among the row's titles.
struct TitleChoice<Titles> {
  let key: PreferenceKey<String>
  let label: String
  let path: WritableKeyPath<Titles, String>

  init(_ name: String, _ label: String, _ path: WritableKeyPath<Titles, String>) {
    key = PreferenceKey(name: name, defaultValue: "")
    self.label = label
    self.path = path
  }
}

extension TitleChoice<RowTitles> {
  static var ofRefresh: [TitleChoice] {
    [
      TitleChoice("header-title-pull", tr("Pulled"), \.pull),
      TitleChoice("header-title-release", tr("Pulled Far Enough"), \.release),
      TitleChoice("header-title-refreshing", tr("Refreshing"), \.running),
      TitleChoice("header-title-stuck", tr("Taking Long"), \.stuck),
      TitleChoice("header-title-done", tr("Nothing New"), \.done),
      TitleChoice("header-title-failed", tr("Failed"), \.failedPattern),
      TitleChoice("header-title-cancelled", tr("Cancelled"), \.cancelled),
    ]
  }
}

extension TitleChoice<RowTitles> {
  static var ofLoadMore: [TitleChoice] {
    [
      TitleChoice("footer-title-load-more", tr("Button"), \.loadMore),
      TitleChoice("footer-title-pull", tr("Pulled"), \.pull),
      TitleChoice("footer-title-release", tr("Pulled Far Enough"), \.release),
      TitleChoice("footer-title-waiting", tr("Waiting for a Refresh"), \.waiting),
      TitleChoice("footer-title-loading", tr("Loading"), \.running),
      TitleChoice("footer-title-stuck", tr("Taking Long"), \.stuck),
      TitleChoice("footer-title-failed", tr("Failed"), \.failedPattern),
      TitleChoice("footer-title-nothing-came", tr("Nothing Came"), \.nothingCame),
      TitleChoice("footer-title-retry", tr("Button to Try Again"), \.retry),
      TitleChoice("footer-title-exhausted", tr("Nothing More"), \.exhausted),
    ]
  }
}

/// The default titles of the conversation list.
enum DefaultTitles {
  static var header: RowTitles { RowConfiguration.refresh.titles }

  static var footer: RowTitles {
    var titles = RowConfiguration.loadMore.titles
    titles.exhausted = tr("No more conversations")
    return titles
  }
}

extension RowTitles {
  /// The title of a failure, in which `%s` stands for the reason.
  var failedPattern: String {
    get { failed("%s") }
    set { failed = { newValue.replacing("%s", with: $0) } }
  }
}
