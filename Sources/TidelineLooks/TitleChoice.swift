import PullToRefresh

/// One title of the header or the footer: its key in the store, its label in the editor, its
/// key path in ``RowTitles``, and a state in which the row shows the title.
package struct TitleChoice {
  package let key: String
  package let label: String
  package let path: WritableKeyPath<RowTitles, String>
  package let state: RefreshState

  private init(
    _ key: String,
    _ label: String,
    _ path: WritableKeyPath<RowTitles, String>,
    _ moment: RefreshState.Moment
  ) {
    (self.key, self.label, self.path) = (key, label, path)
    let edge = key.hasPrefix(RowKeys.header.row) ? PullEdge.top : .bottom
    state = RefreshState(edge: edge, moment: moment, progress: 0.8, isStuck: key.hasSuffix("stuck"))
  }

  static var ofRefresh: [TitleChoice] {
    [
      TitleChoice("header-title-pull", tr("Pulled"), \.pull, .pulling),
      TitleChoice("header-title-release", tr("Pulled Far Enough"), \.release, .armed),
      TitleChoice("header-title-refreshing", tr("Refreshing"), \.running, .running),
      TitleChoice("header-title-stuck", tr("Taking Long"), \.stuck, .running),
      TitleChoice("header-title-done", tr("Nothing New"), \.done, .succeeded(summary: nil)),
      TitleChoice("header-title-failed", tr("Failed"), \.failedPattern, sampleFailure),
      TitleChoice("header-title-cancelled", tr("Canceled"), \.cancelled, .cancelled),
    ]
  }

  static var ofLoadMore: [TitleChoice] {
    [
      TitleChoice("footer-title-load-more", tr("Button"), \.loadMore, .idle),
      TitleChoice("footer-title-pull", tr("Pulled"), \.pull, .pulling),
      TitleChoice("footer-title-release", tr("Pulled Far Enough"), \.release, .armed),
      TitleChoice("footer-title-waiting", tr("Waiting for a Refresh"), \.waiting, .waiting),
      TitleChoice("footer-title-loading", tr("Loading"), \.running, .running),
      TitleChoice("footer-title-stuck", tr("Taking Long"), \.stuck, .running),
      TitleChoice("footer-title-failed", tr("Failed"), \.failedPattern, sampleFailure),
      TitleChoice("footer-title-nothing-came", tr("Nothing Came"), \.nothingCame, emptyFailure),
      TitleChoice("footer-title-retry", tr("Button to Try Again"), \.retry, sampleFailure),
      TitleChoice("footer-title-exhausted", tr("Nothing More"), \.exhausted, .exhausted),
    ]
  }
}

private var sampleFailure: RefreshState.Moment { .failed(message: tr("the reason")) }
private var emptyFailure: RefreshState.Moment { .failed(message: nil) }

extension RowTitles {
  /// The title of a failure as it is stored, with `%s` for the reason.
  var failedPattern: String {
    get { failed("%s") }
    set { failed = { newValue.replacing("%s", with: $0) } }
  }
}
