import PullToRefreshGtk

/// The look and the titles of the header row.
///
/// Each property may change at any time, also while the row is on the screen:
///
/// ```swift
/// controller.header.indicator = .ring
/// controller.header.titles.pull = "Pull for new mail"
/// controller.header.titleColor = Color("#1c71d8")
/// ```
public struct HeaderConfiguration {
  /// Whether the list can be refreshed. False hides the row and turns off the pull and the action;
  /// a refresh under way continues unseen.
  public var isEnabled = true

  /// The titles, one for each state.
  public var titles = HeaderTitles()

  /// The indicator beside the title.
  public var indicator = IndicatorStyle.arrow

  /// The colour of the indicator; nil for the theme's text colour.
  public var indicatorColor: Color?

  /// The colour of the title; nil for the theme's text colour.
  public var titleColor: Color?

  /// The title's font in Pango's notation, such as `Cantarell Bold 13`; nil for the theme's.
  public var titleFont: String?

  /// Whether the row floats over the list, in the middle of its edge, also while a refresh runs.
  /// The content of the list then does not move.
  public var floats = false

  /// The distance between the list's edge and the row, in application pixels; less than 0 counts as
  /// 0. Set it to the height of a translucent header bar that lies over the list.
  public var inset = 0.0

  /// Whether the row fades in as it is pulled.
  public var fadesWithPull = true

  /// Whether the running row has a Cancel button. Esc and ``RefreshController/cancelRefresh()``
  /// also work without it.
  public var isCancellable = true

  /// The time of the last refresh, as a second line; nil for none.
  public var lastUpdated: LastUpdated?

  /// A custom view in place of indicator, title and button; nil for the default ones.
  ///
  /// Its height is ``PullMetrics/headerHeight`` px, or its width if the row is at a side. Screen
  /// readers still speak the titles.
  public var content: RowBuilder?

  /// A configuration with the default of each property.
  public init() {}
}
