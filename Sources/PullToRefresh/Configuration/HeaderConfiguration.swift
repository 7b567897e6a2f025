import PullToRefreshGtk

/// The look and the titles of the header row.
///
/// Everything may change at any time, also while the row is on the screen:
///
/// ```swift
/// controller.header.indicator = .ring
/// controller.header.titles.pull = "Pull for new mail"
/// controller.header.titleColor = Color("#1c71d8")
/// ```
public struct HeaderConfiguration {
  /// Whether the list can be refreshed. False hides the row and turns off the pull and the action;
  /// a refresh that is under way goes on unseen.
  public var isEnabled = true

  /// The titles, one for each state.
  public var titles = HeaderTitles()

  /// The indicator beside the title.
  public var indicator = IndicatorStyle.arrow

  /// The colour of the indicator; nil for the theme's text colour.
  public var indicatorColor: Color?

  /// The colour of the title; nil for the theme's text colour.
  public var titleColor: Color?

  /// The title's font as Pango describes it, such as `Cantarell Bold 13`; nil for the theme's.
  public var titleFont: String?

  /// Whether the row floats over the list, in the middle of its edge, also while a refresh runs:
  /// the list does not give way to it, and nothing moves.
  public var floats = false

  /// How far from the list's edge the row is shown, in application pixels; less than 0 counts as 0.
  /// Where a translucent header bar lies over the list, this is its height.
  public var inset = 0.0

  /// Whether the row fades in as it is pulled.
  public var fadesWithPull = true

  /// Whether the running row has a Cancel button. Esc, and ``RefreshController/cancelRefresh()``,
  /// work without it, too.
  public var isCancellable = true

  /// When the list was last refreshed, as a second line; nil for none.
  public var lastUpdated: LastUpdated?

  /// A custom view in place of indicator, title and button; nil for the default ones.
  ///
  /// It has ``PullMetrics/headerHeight`` px of height, at a side of width. Screen readers still
  /// speak the titles.
  public var content: RowBuilder?

  /// The values described at each property.
  public init() {}
}
