import PullToRefreshGtk
import RefreshCore

/// Gives the container the layout properties of the scrolled window, which then fills the
/// container.
///
/// Margins, alignment and visibility are copied to the container, and updated when the application
/// changes them. The scrolled window keeps its own values, but its margins have no effect within
/// the container. Size requests and expansion reach the parent through the container by themselves.
final class GuestPlace {
  private let guest: Unowned<ScrolledWindow>
  private let container: Unowned<Widget>
  private var connections: [SignalConnection] = []

  init(of guest: ScrolledWindow, in container: Widget) {
    self.guest = Unowned(guest)
    self.container = Unowned(container)
    copy()
    let names = [
      "margin-top", "margin-bottom", "margin-start", "margin-end", "visible", "halign", "valign",
    ]
    for name in names {
      connections.append(guest.connect("notify::\(name)") { [weak self] in self?.copy() })
    }
  }

  /// Stops following the scrolled window.
  func abandon() {
    for connection in connections { connection.disconnect() }
    connections = []
  }

  private func copy() {
    let guest = guest.object
    let container = container.object
    container.margins = guest.margins
    container.setAlign(horizontal: guest.align.horizontal, vertical: guest.align.vertical)
    container.isVisible = guest.isVisible
  }
}
