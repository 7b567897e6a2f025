import FoundationEssentials
import PullToRefreshGtk
import RefreshCore

/// A custom view in place of a row's indicator and title.
///
/// Called on the main thread after every change of the state, and for every px of a pull. Return
/// the same widget to keep it, or another one to exchange it:
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
/// Give each row a widget of its own: a widget with another parent stays with that parent, and the
/// default view is shown. A preview of the row leaves the widget to the list that shows it.
public typealias RowBuilder = (RefreshState) -> any WidgetConvertible

/// The look and the titles of a row.
///
/// Each ``PullRole`` of a list has one, and each of its properties. All may change at any time, also while the row is on the
/// screen:
///
/// ```swift
/// controller.refresh.indicator = .ring
/// controller.refresh.titles.pull = "Pull for new mail"
/// controller.loadMore.titles.exhausted = "No more conversations"
/// ```
public struct RowConfiguration {
  var role: RunRole

  /// Whether the user can refresh, or load more. False hides the row and turns off the pull and the
  /// action; a run under way continues unseen.
  public var isEnabled = true

  /// The titles, one for each state.
  public var titles: RowTitles

  /// The indicator beside the title.
  public var indicator = IndicatorStyle.arrow

  /// The color of the indicator; nil for the theme's text color.
  public var indicatorColor: Color?

  /// The color of the title; nil for the theme's text color.
  public var titleColor: Color?

  /// The title's font as Pango describes it, such as `Cantarell Bold 13`; nil for the theme's.
  public var titleFont: String?

  /// Whether the row fades in as it is pulled. A row that stands open is always opaque.
  public var fadesWithPull = true

  /// Whether the running row has a Cancel button. Esc, and ``PullRole/cancel()``, work without it,
  /// too.
  public var isCancellable = true

  /// A custom view in place of indicator, title and buttons; nil for the default ones.
  ///
  /// Its height is ``PullMetrics/headerHeight`` px for a refresh and ``PullMetrics/footerHeight``
  /// px for a load; at the left or right edge, that is its width. The view of a load should contain
  /// a button that activates `pull-to-refresh.load-more` or `pull-to-refresh.load-earlier`. Screen
  /// readers still speak the titles.
  public var content: RowBuilder?

  // MARK: Of a refresh

  /// Whether the row of a refresh floats over the list, in the middle of its edge, also while a
  /// refresh runs: the list does not give way to it, and nothing moves. The row of a load never
  /// floats, since at rest it would hide the outermost row.
  public var floats = false

  /// How far from the list's edge the row of a refresh is shown, in application pixels; less than 0
  /// counts as 0. If a translucent header bar lies over the list, this is its height.
  public var inset = 0.0

  /// When the list was last refreshed, as a second line; nil for none.
  public var lastUpdated: LastUpdated?

  // MARK: Of a load

  /// Whether the row of a load stays away from a list whose rows are all in sight, unless it is
  /// pulled or a load runs: also one that failed, so that Retry is reached by a pull or from code
  /// alone.
  public var hidesWhenContentFits = false

  /// The default look of a role's row.
  init(of role: RunRole) {
    self.role = role
    titles = RowTitles(of: role)
  }

  package static var refresh: RowConfiguration { RowConfiguration(of: .refresh) }
  package static var loadMore: RowConfiguration { RowConfiguration(of: .loadMore) }

  var effectiveFloats: Bool { role == .refresh && floats }
  var effectiveInset: Double { role == .refresh ? inset : 0 }
}

extension RowConfiguration {
  /// The row as a list would show it in a state: for preferences, pictures and tests.
  ///
  /// ```swift
  /// box.append(controller.refresh.row.preview(of: RefreshState(edge: .top, moment: .running)))
  /// ```
  ///
  /// - Parameters:
  ///   - state: of the row, at the edge where it is to stand.
  ///   - metrics: for the row's height.
  /// - Returns: a widget that does not change. Its buttons look as they do in a list, but do
  ///   nothing.
  public func preview(of state: RefreshState, metrics: PullMetrics = PullMetrics()) -> Widget {
    let date: String? =
      if case .succeeded = state.moment {
        lastUpdated?.textAfterRefresh(at: Date())
      } else {
        lastUpdated?.text(now: Date())
      }
    let content = RowContent(
      role,
      state,
      titles: titles,
      lastUpdated: role == .refresh ? date ?? "" : ""
    )
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
    // Wraps the row's widget, so that the wrapper can keep the row alive: the row keeps only its
    // widget alive.
    let holder = Box(.horizontal, spacing: 0)
    // Empty actions: without one, a button would be insensitive.
    let actions = SimpleActionGroup()
    for name in RefreshActions.Name.all { actions.add(.named(name) {}) }
    holder.insert(actions, prefix: RefreshActions.Name.group)
    holder.append(row.widget)
    holder.own(row, key: "pull-to-refresh-preview")
    return holder.asWidget
  }
}
