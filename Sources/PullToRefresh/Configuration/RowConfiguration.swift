import FoundationEssentials
import PullToRefreshGtk
import RefreshCore
import RefreshPlaceKeeping

/// A custom view in place of a row's indicator and title.
///
/// The builder is called on the main thread after every change of the state, and for every movement
/// of a pull. Return the same widget to keep it, or another widget to replace it:
///
/// ```swift
/// let words = Label(nil)
/// controller.refresh.content = { state in
///   words.text = state.title
///   words.opacity = state.progress
///   return words
/// }
/// ```
///
/// Give each row a widget of its own: if the widget has another parent, the row shows the default
/// view, with a warning in GLib's log. A preview shows the default view without a warning.
public typealias RowBuilder = (RefreshState) -> any WidgetConvertible

/// The look of a row.
///
/// Each ``PullRole`` of a list has these properties. They may change at any time, also while the
/// row is on the screen:
///
/// ```swift
/// controller.refresh.indicator = .ring
/// ```
public struct RowConfiguration {
  let role: RunRole

  /// Whether the user can refresh, or load, in this row. False hides the row, and turns off the
  /// pull and the action; a run under way continues unseen.
  public var isEnabled = true

  /// The titles, one for each state.
  package var titles: RowTitles

  /// The indicator beside the title.
  public var indicator = IndicatorStyle.arrow

  /// The color of the indicator; nil for the theme's text color.
  public var indicatorColor: Color?

  /// The color of the title; nil for the theme's text color.
  public var titleColor: Color?

  /// The title's font as Pango describes it, such as `Cantarell Bold 13`; nil for the theme's.
  public var titleFont: String?

  /// Whether the row fades in as it is pulled. A row that is open without a pull is opaque.
  public var fadesWithPull = true

  /// Whether the running row has a Cancel button. Esc and ``PullRole/cancel()`` work in any case.
  public var isCancellable = true

  /// A custom view in place of indicator, title and load button; nil for the default view. The
  /// Cancel button remains, see ``isCancellable``.
  ///
  /// The view's height is at least ``PullMetrics/refreshHeight`` px for a refresh and
  /// ``PullMetrics/loadHeight`` px for a load; at the left or right edge, these are the minimum
  /// widths.
  /// The view of a load should contain a button that activates `pull-to-refresh.load-more` or
  /// `pull-to-refresh.load-earlier`. Screen readers still speak the titles.
  public var content: RowBuilder?

  // The properties of a RefreshRole alone.
  package var floats = false
  package var inset = 0.0
  package var lastUpdated: LastUpdated?
  // The property of a LoadRole alone.
  package var hidesWhenContentFits = false

  /// The default look of a role's row.
  init(of role: RunRole) {
    self.role = role
    titles = RowTitles(of: role)
  }

  package static var refresh: RowConfiguration { RowConfiguration(of: .refresh) }
  package static var loadMore: RowConfiguration { RowConfiguration(of: .loadMore) }
}

extension RowConfiguration {
  /// The row as a list would show it, see ``PullRole/preview(of:)``.
  package func preview(of state: RefreshState, metrics: PullMetrics = PullMetrics()) -> Widget {
    let date = lastUpdated?.text(in: state, now: Date()) ?? ""
    let content = RowContent(role, state, titles: titles, lastUpdated: date)
    let side = ListAxis(isHorizontal: state.edge.isHorizontal, isMirrored: false)
      .side(of: state.edge.axisEdge)
    let length = Int(metrics.length(of: role))
    let row = RefreshRow(role, at: side, length: length, isPreview: true)
    row.show(state, content, self, opacity: fadesWithPull ? state.fadedOpacity : 1)
    if state.edge.isHorizontal {
      row.widget.setSizeRequest(width: row.length)
      row.widget.setExpand(vertical: true)
    } else {
      row.widget.setSizeRequest(height: row.length)
      row.widget.setExpand(horizontal: true)
    }
    if row.floats { row.widget.setAlign(horizontal: .center, vertical: .center) }
    // Wraps the row's widget in a box that owns the row. The widget itself must not own the row:
    // the row owns the widget, so neither would ever be freed.
    let holder = Box(.horizontal, spacing: 0)
    // Adds empty actions: without its action, a button would be insensitive.
    let actions = SimpleActionGroup()
    for name in RefreshActions.Name.all { actions.add(.named(name) {}) }
    holder.insert(actions, prefix: RefreshActions.Name.group)
    holder.append(row.widget)
    holder.own(row, key: "pull-to-refresh-preview")
    return holder.asWidget
  }
}
