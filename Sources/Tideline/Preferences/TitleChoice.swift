import PullToRefresh
import TidelineProgram

/// One title of a row: its key, its label in Preferences, its place among the row's titles, and a
/// state in which the row shows it.
struct TitleChoice<Titles> {
  let key: String
  let label: String
  let path: WritableKeyPath<Titles, String>
  let state: RefreshState

  fileprivate init(
    _ key: String,
    _ label: String,
    _ path: WritableKeyPath<Titles, String>,
    _ moment: RefreshState.Moment
  ) {
    (self.key, self.label, self.path) = (key, label, path)
    let edge = key.hasPrefix(RowKeys.header.row) ? PullEdge.top : .bottom
    state = RefreshState(edge: edge, moment: moment, progress: 0.8, isStuck: key.hasSuffix("stuck"))
  }
}

extension TitleChoice<HeaderTitles> {
  static var all: [TitleChoice] {
    [
      TitleChoice("header-title-pull", tr("Pulled"), \.pull, .pulling),
      TitleChoice("header-title-release", tr("Pulled Far Enough"), \.release, .armed),
      TitleChoice("header-title-refreshing", tr("Refreshing"), \.refreshing, .running),
      TitleChoice("header-title-stuck", tr("Taking Long"), \.stuck, .running),
      TitleChoice("header-title-done", tr("Nothing New"), \.done, .succeeded(summary: nil)),
      TitleChoice("header-title-failed", tr("Failed"), \.failed, sampleFailure),
      TitleChoice("header-title-cancelled", tr("Cancelled"), \.cancelled, .cancelled),
    ]
  }
}

extension TitleChoice<FooterTitles> {
  static var all: [TitleChoice] {
    [
      TitleChoice("footer-title-load-more", tr("Button"), \.loadMore, .idle),
      TitleChoice("footer-title-pull", tr("Pulled"), \.pull, .pulling),
      TitleChoice("footer-title-release", tr("Pulled Far Enough"), \.release, .armed),
      TitleChoice("footer-title-waiting", tr("Waiting for a Refresh"), \.waiting, .waiting),
      TitleChoice("footer-title-loading", tr("Loading"), \.loading, .running),
      TitleChoice("footer-title-stuck", tr("Taking Long"), \.stuck, .running),
      TitleChoice("footer-title-failed", tr("Failed"), \.failed, sampleFailure),
      TitleChoice("footer-title-nothing-came", tr("Nothing Came"), \.nothingCame, emptyFailure),
      TitleChoice("footer-title-retry", tr("Button to Try Again"), \.retry, sampleFailure),
      TitleChoice("footer-title-exhausted", tr("Nothing More"), \.exhausted, .exhausted),
    ]
  }
}

private var sampleFailure: RefreshState.Moment { .failed(message: tr("the reason")) }
private var emptyFailure: RefreshState.Moment { .failed(message: nil) }

extension FooterTitles {
  /// The default titles of the conversation list.
  static var usual: FooterTitles {
    var titles = FooterTitles()
    titles.exhausted = tr("No more conversations")
    return titles
  }
}
