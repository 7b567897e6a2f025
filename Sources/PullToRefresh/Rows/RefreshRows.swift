import Gtk
import RefreshCore

/// The header and the footer of one scrolled window: what they show and where they stand.
final class RefreshRows {
  private let scrolledWindow: Unowned<ScrolledWindow>
  private let header: RefreshRow
  private let footer: RefreshRow
  private let container: EdgeContainer
  private let motion: RowMotion

  /// Nil, with nothing changed, where the scrolled window cannot be wrapped.
  init?(around scrolledWindow: ScrolledWindow, metrics: PullMetrics) {
    guard let container = EdgeContainer(around: scrolledWindow) else { return nil }
    self.scrolledWindow = Unowned(scrolledWindow)
    self.container = container
    header = RefreshRow(edge: .top, height: Int(metrics.headerHeight))
    footer = RefreshRow(edge: .bottom, height: Int(metrics.footerHeight))
    motion = RowMotion(container: container, metrics: metrics)
  }

  /// The widget that stands where the scrolled window stood.
  var widget: Overlay { container.widget }

  /// Puts the rows in their places; see ``EdgeContainer/add(_:at:)`` for when.
  func install() {
    container.add(header, at: .top)
    container.add(footer, at: .bottom)
  }

  func use(_ metrics: PullMetrics) {
    motion.metrics = metrics
    header.height = Int(metrics.headerHeight)
    footer.height = Int(metrics.footerHeight)
  }

  func showHeader(_ state: RefreshState, titles: HeaderTitles) {
    // A header that closes keeps its last words until it is gone.
    if state.moment != .idle {
      show(RowContent(header: state, titles: titles), in: header, state)
    }
    switch state.moment {
    case .running, .succeeded, .failed, .cancelled: header.announce()
    default: break
    }
  }

  func showFooter(_ state: RefreshState, titles: FooterTitles) {
    show(RowContent(footer: state, titles: titles), in: footer, state)
    switch state.moment {
    case .running, .failed, .exhausted: footer.announce()
    default: break
    }
  }

  /// Sends the rows where the states want them.
  ///
  /// - Parameters:
  ///   - position: where the content stands.
  ///   - isTouching: whether a finger is down, while the list must stay where it is.
  func layOut(_ coordinator: RefreshCoordinator, position: ScrollPosition, isTouching: Bool) {
    motion.update(header: coordinator.header, isTouching: isTouching)
    motion.update(
      footer: coordinator.footer,
      pull: coordinator.footerPull,
      position: position,
      isTouching: isTouching
    )
  }

  func pinToTop() { motion.pinToTop() }

  func stopPinning() { motion.stopPinning() }

  /// Gives the scrolled window its place back.
  func remove() { container.remove() }

  private func show(_ content: RowContent, in row: RefreshRow, _ state: RefreshState) {
    let hadFocus = row.widget.containsFocus
    row.show(content, state: state.styleClass)
    // A button that goes must not take the keyboard's focus with it.
    if hadFocus, !row.widget.containsFocus { scrolledWindow.object.child?.grabFocus() }
  }
}
