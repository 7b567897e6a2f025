import PullToRefreshGtk
import RefreshCore

/// The header and the footer of one scrolled window: their content and their positions.
final class RefreshRows {
  private let scrolledWindow: Unowned<ScrolledWindow>
  private let header: RefreshRow
  private let footer: RefreshRow
  private let container: EdgeContainer
  private let motion: RowMotion
  /// Where the content stands.
  let place: ListScroller
  /// Shows how many rows have arrived above.
  let pill: NewRowsPill
  private var shownHeader: RefreshState.Moment?
  /// The text for when the list was last refreshed, made when the pull began.
  private var lastUpdated = ""
  /// The setting that the text was made with.
  private var lastUpdatedFormat: LastUpdated.Format?

  /// Nil, with nothing changed, where the scrolled window cannot be wrapped.
  init?(around scrolledWindow: ScrolledWindow, metrics: PullMetrics) {
    guard let container = EdgeContainer(around: scrolledWindow) else { return nil }
    self.scrolledWindow = Unowned(scrolledWindow)
    self.container = container
    header = RefreshRow(.refresh, at: .top, length: Int(metrics.headerHeight))
    footer = RefreshRow(.loadMore, at: .bottom, length: Int(metrics.footerHeight))
    pill = NewRowsPill(over: scrolledWindow)
    place = ListScroller(of: scrolledWindow, in: container)
    motion = RowMotion(container: container, place: place, metrics: metrics)
  }

  /// The widget that stands where the scrolled window stood.
  var widget: Widget { container.widget }

  /// Puts the rows in their places; see ``EdgeContainer/add(_:at:)`` for when.
  func install() {
    container.add(header, for: .refresh)
    container.add(footer, for: .loadMore)
    container.add(pill)
  }

  func use(_ metrics: PullMetrics) {
    motion.metrics = metrics
    header.minimumLength = Int(metrics.headerHeight)
    footer.minimumLength = Int(metrics.footerHeight)
  }

  /// - Parameter configuration: how the row looks now.
  func show(_ state: RefreshState, _ configuration: RowConfiguration) {
    container.setGlow(of: configuration.role, isReplaced: state.moment != .disabled)
    switch configuration.role {
    case .refresh: showRefresh(state, configuration)
    case .loadMore:
      motion.hidesFooterWhenContentFits = configuration.hidesWhenContentFits
      show(state, configuration, in: footer, isOpen: motion.isFooterAtRest)
    }
  }

  private func showRefresh(_ state: RefreshState, _ configuration: RowConfiguration) {
    let isOpening = shownHeader == .idle || shownHeader == nil
    shownHeader = state.moment
    // A row that closes keeps its text until it is hidden.
    guard state.moment != .idle else { return }
    let isOfAnotherFormat = configuration.lastUpdated?.format != lastUpdatedFormat
    lastUpdatedFormat = configuration.lastUpdated?.format
    if isOpening || isOfAnotherFormat {
      lastUpdated = configuration.lastUpdated?.text() ?? ""
    } else if case .succeeded = state.moment, !lastUpdated.isEmpty {
      lastUpdated = configuration.lastUpdated?.textForNow() ?? ""
    }
    show(state, configuration, in: header, lastUpdated: lastUpdated)
  }

  /// Moves the rows to the positions of their states.
  ///
  /// - Parameters:
  ///   - position: where the content stands.
  ///   - isTouching: whether a finger is down.
  ///   - time: of the latest event.
  func layOut(
    _ coordinator: RefreshCoordinator,
    position: ScrollPosition,
    isTouching: Bool,
    at time: Duration
  ) {
    motion.update(coordinator, position: position, isTouching: isTouching, at: time)
  }

  /// Along which the list pulls.
  var axis: ListAxis { container.axis }

  /// Where each row stands.
  var edges: RoleEdges {
    get { container.edges }
    set { container.edges = newValue }
  }

  /// Follows the direction in which the list is read.
  func followDirection() { container.followDirection() }

  /// Called when that direction has changed.
  var onDirectionChanged: (() -> Void)? {
    get { container.onDirectionChanged }
    set { container.onDirectionChanged = newValue }
  }

  /// Called when the scrolled window was taken out of the container by others.
  var onGuestRemoved: (() -> Void)? {
    get { container.onGuestRemoved }
    set { container.onGuestRemoved = newValue }
  }

  /// The pill's rows have been seen, or are about to be.
  func dismissPill() {
    // The keyboard's focus must not be lost with the pill.
    if pill.widget.containsFocus { container.takeFocus(from: .refresh) }
    pill.dismiss()
  }

  /// Puts the scrolled window back into its place.
  func remove() { container.remove() }

  /// Releases a scrolled window that is being destroyed.
  func abandon() { container.abandon() }

  /// - Parameter isOpen: whether the row stands open without being pulled.
  private func show(
    _ state: RefreshState,
    _ configuration: RowConfiguration,
    in row: RefreshRow,
    isOpen: Bool = false,
    lastUpdated: String = ""
  ) {
    let content = RowContent(
      configuration.role,
      state,
      titles: configuration.titles,
      lastUpdated: lastUpdated
    )
    let focus = row.widget.focus
    let fades = configuration.fadesWithPull && !isOpen
    row.show(state, content, configuration, opacity: fades ? state.fadedOpacity : 1)
    row.announce(state)
    // From a button that is hidden GTK would move the focus on to the first row with the next frame.
    if let focus, !focus.isMapped || !row.widget.containsFocus {
      container.takeFocus(from: configuration.role)
    }
  }
}
