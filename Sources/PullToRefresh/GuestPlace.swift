import Gtk
import RefreshCore

/// Makes the container stand as the scrolled window stood, and the scrolled window fill it.
///
/// The margins move to the container, since within it they make room for the rows. Alignment and
/// visibility are copied, and followed when the application changes them; size requests and
/// expansion reach the parent through the container by themselves.
final class GuestPlace {
  private let guest: Unowned<ScrolledWindow>
  private let container: Unowned<Overlay>
  private var connections: [SignalConnection] = []
  /// The guest's own, as the application sees to them.
  private var margins: Margins
  private var room: [PullEdge: Int] = [:]
  private var isSettingMargins = false

  init(of guest: ScrolledWindow, in container: Overlay) {
    self.guest = Unowned(guest)
    self.container = Unowned(container)
    margins = guest.margins
    layOut()
    copy()
    for name in ["margin-top", "margin-bottom", "margin-start", "margin-end"] {
      connections.append(guest.connect("notify::\(name)") { [weak self] in self?.marginsChanged() })
    }
    for name in ["visible", "halign", "valign"] {
      connections.append(guest.connect("notify::\(name)") { [weak self] in self?.copy() })
    }
  }

  /// - Parameter px: how much the guest gives way at an edge.
  func makeRoom(_ px: Int, at edge: PullEdge) {
    room[edge] = px
    setGuestMargins(inside)
  }

  /// Gives the guest its margins back, and lets go of it.
  func restore() {
    for connection in connections { connection.disconnect() }
    connections = []
    guest.object.margins = margins
  }

  /// Lets go of a guest that dies.
  func abandon() { connections = [] }

  private var inside: Margins {
    var margins = Margins()
    margins.top = room[.top] ?? 0
    margins.bottom = room[.bottom] ?? 0
    return margins
  }

  private func layOut() {
    container.object.margins = margins
    setGuestMargins(inside)
  }

  private func setGuestMargins(_ margins: Margins) {
    isSettingMargins = true
    guest.object.margins = margins
    isSettingMargins = false
  }

  /// The application gave the guest another margin, which is the container's to have.
  private func marginsChanged() {
    guard !isSettingMargins else { return }
    let present = guest.object.margins
    let inside = inside
    if present.top != inside.top { margins.top = present.top }
    if present.bottom != inside.bottom { margins.bottom = present.bottom }
    if present.start != inside.start { margins.start = present.start }
    if present.end != inside.end { margins.end = present.end }
    layOut()
  }

  private func copy() {
    let guest = guest.object
    let container = container.object
    container.setAlign(horizontal: guest.align.horizontal, vertical: guest.align.vertical)
    container.isVisible = guest.isVisible
  }
}
