import Gtk
import RefreshCore

final class Indicator {
  let widget = Box(.horizontal, spacing: 0)
  private let image = Image(iconName: nil)
  private let spinner = Spinner()
  private let edge: PullEdge

  init(edge: PullEdge) {
    self.edge = edge
    widget.append(image)
    widget.append(spinner)
    widget.addStyleClass("indicator")
  }

  func show(_ style: IndicatorStyle, _ state: RefreshState) {
    var icon: String?
    var spins = false
    switch state.moment {
    case .peeking, .pulling, .armed: icon = edge == .top ? "go-down-symbolic" : "go-up-symbolic"
    case .running, .waiting: spins = true
    case .succeeded: icon = "object-select-symbolic"
    case .failed: icon = "dialog-warning-symbolic"
    default: break
    }
    image.isVisible = icon != nil
    if let icon { image.setIcon(name: icon) }
    spinner.isVisible = spins
    spinner.isSpinning = spins
    widget.isVisible = style != .none && (icon != nil || spins)
  }
}
