import PullToRefreshGtk

/// The look and the titles of the footer row.
///
/// Everything may change at any time, also while the row is on the screen:
///
/// ```swift
/// controller.footer.titles.exhausted = "No more conversations"
/// controller.footer.indicator = .spinner
/// ```
public struct FooterConfiguration {
  /// Whether the list can load more. False hides the row and turns off the pull and the action; a
  /// load that is under way goes on unseen.
  public var isEnabled = true

  /// The titles, one for each state.
  public var titles = FooterTitles()

  /// The indicator beside the title.
  public var indicator = IndicatorStyle.arrow

  /// The colour of the indicator; nil for the theme's text colour.
  public var indicatorColor: Color?

  /// The colour of the title; nil for the theme's text colour.
  public var titleColor: Color?

  /// The title's font as Pango describes it, such as `Cantarell Bold 13`; nil for the theme's.
  public var titleFont: String?

  /// Whether the row fades in as it is pulled. A row that stands open is always opaque.
  public var fadesWithPull = true

  /// Whether the running row has a Cancel button. Esc, and
  /// ``RefreshController/cancelLoadMore()``, work without it, too.
  public var isCancellable = true

  /// Whether the row stays away from a list whose rows are all in sight, unless it is pulled or a
  /// load runs: also one that failed, so that Retry is reached by a pull or from code alone.
  public var hidesWhenContentFits = false

  /// A custom view in place of indicator, title and buttons; nil for the default ones.
  ///
  /// It has ``PullMetrics/footerHeight`` px of height, at a side of width, and should hold a button
  /// that activates `pull-to-refresh.load-more`. Screen readers still speak the titles.
  public var content: RowBuilder?

  /// The values described at each property.
  public init() {}
}
