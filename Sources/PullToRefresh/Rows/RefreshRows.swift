import FoundationEssentials
import PullToRefreshGtk
import RefreshCore

/// The header and the footer of one scrolled window: their content and their positions.
final class RefreshRows {
  private let scrolledWindow: Unowned<ScrolledWindow>
  private let header: RefreshRow
  private let footer: RefreshRow
  private let container: EdgeContainer
  private let motion: RowMotion
  /// Keeps the content's place.
  let place: ListScroller
  /// Shows how many rows have arrived out of sight.
  let pill: NewRowsPill
  private var shownHeader: RefreshState.Moment?
  /// The text for the last refresh, made when the pull began.
  private var lastUpdated = ""
  /// The format of that text.
  private var lastUpdatedFormat: LastUpdated.Format?

  /// Returns nil and changes nothing if the scrolled window cannot be wrapped.
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

  /// The widget in the scrolled window's former place.
  var widget: Widget { container.widget }

  /// Adds the rows to the container; see ``EdgeContainer/add(_:for:)`` for the right moment.
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

  /// - Parameters:
  ///   - configuration: how the row looks now.
  ///   - date: the present.
  func show(_ state: RefreshState, _ configuration: RowConfiguration, on date: Date) {
    container.setGlow(of: configuration.role, isReplaced: state.moment != .disabled)
    switch configuration.role {
    case .refresh: showRefresh(state, configuration, on: date)
    case .loadMore:
      motion.hidesFooterWhenContentFits = configuration.hidesWhenContentFits
      show(state, configuration, in: footer, isOpen: motion.isFooterAtRest)
    }
  }

  private func showRefresh(
    _ state: RefreshState,
    _ configuration: RowConfiguration,
    on date: Date
  ) {
    let isOpening = shownHeader == .idle || shownHeader == nil
    shownHeader = state.moment
    // A row that closes keeps its text until it is hidden.
    guard state.moment != .idle else { return }
    let isOfAnotherFormat = configuration.lastUpdated?.format != lastUpdatedFormat
    lastUpdatedFormat = configuration.lastUpdated?.format
    if isOpening || isOfAnotherFormat {
      lastUpdated = configuration.lastUpdated?.text(now: date) ?? ""
    } else if case .succeeded = state.moment, !lastUpdated.isEmpty {
      lastUpdated = configuration.lastUpdated?.textAfterRefresh(at: date) ?? ""
    }
    show(state, configuration, in: header, lastUpdated: lastUpdated)
  }

  /// Moves the rows to the positions of their states.
  ///
  /// - Parameters:
  ///   - position: the position of the content.
  ///   - isTouching: whether a finger is down.
  ///   - time: the time of the latest event.
  func layOut(
    _ coordinator: RefreshCoordinator,
    position: ScrollPosition,
    isTouching: Bool,
    at time: Duration
  ) {
    motion.update(coordinator, position: position, isTouching: isTouching, at: time)
  }

  /// The axis along which the list pulls.
  var axis: ListAxis { container.axis }

  /// The edge of each role.
  var edges: RoleEdges {
    get { container.edges }
    set { container.edges = newValue }
  }

  /// Adopts the list's reading direction.
  func followDirection() { container.followDirection() }

  /// Called when the reading direction has changed.
  var onDirectionChanged: (() -> Void)? {
    get { container.onDirectionChanged }
    set { container.onDirectionChanged = newValue }
  }

  /// Called when the scrolled window was taken out of the container by others.
  var onGuestRemoved: (() -> Void)? {
    get { container.onGuestRemoved }
    set { container.onGuestRemoved = newValue }
  }

  /// Dismisses the pill: its rows have been seen, or will be at once.
  func dismissPill() {
    // Rescues the keyboard's focus from the pill.
    if pill.widget.containsFocus { container.takeFocus(from: .refresh) }
    pill.dismiss()
  }

  /// Puts the scrolled window back into its place.
  func remove() { container.remove() }

  /// Releases a scrolled window that is being destroyed.
  func abandon() { container.abandon() }

  /// - Parameter isOpen: whether the row is open without being pulled.
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
    // Moves the focus from a hidden button, before GTK moves it to the first row with the next
    // frame.
    if let focus, !focus.isMapped || !row.widget.containsFocus {
      container.takeFocus(from: configuration.role)
    }
  }
}
