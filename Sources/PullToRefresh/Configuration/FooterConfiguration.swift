import PullToRefreshGtk

/// The look and the titles of the footer row.
///
/// Each property may change at any time, also while the row is on the screen:
///
/// ```swift
/// controller.footer.titles.exhausted = "No more conversations"
/// controller.footer.indicator = .spinner
/// ```
public struct FooterConfiguration {
  /// Whether the list can load more. False hides the row and turns off the pull and the action; a
  /// load under way continues unseen.
  public var isEnabled = true

  /// The titles, one for each state.
  public var titles = FooterTitles()

  /// The indicator beside the title.
  public var indicator = IndicatorStyle.arrow

  /// The colour of the indicator; nil for the theme's text colour.
  public var indicatorColor: Color?

  /// The colour of the title; nil for the theme's text colour.
  public var titleColor: Color?

  /// The title's font in Pango's notation, such as `Cantarell Bold 13`; nil for the theme's.
  public var titleFont: String?

  /// Whether the row fades in as it is pulled. A row that is open without a pull is always opaque.
  public var fadesWithPull = true

  /// Whether the running row has a Cancel button. Esc and ``RefreshController/cancelLoadMore()``
  /// also work without it.
  public var isCancellable = true

  /// Whether the row is hidden while all rows of the list fit in the viewport, unless it is pulled
  /// or a load runs. A failed row is hidden, too: Retry then needs a pull, or code.
  public var hidesWhenContentFits = false

  /// A custom view in place of indicator, title and buttons; nil for the default ones.
  ///
  /// Its height is ``PullMetrics/footerHeight`` px, or its width if the row is at a side. It should
  /// have a button that activates `pull-to-refresh.load-more`. Screen readers still speak the
  /// titles.
  public var content: RowBuilder?

  /// A configuration with the default of each property.
  public init() {}
}
