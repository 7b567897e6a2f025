import Gtk
import RefreshCore

/// The header or footer row: an indicator, a title, and at times a button.
///
/// ## CSS
///
/// One node `box.refresh-row`, with `.header` or `.footer` for its edge and one of `.pulling`,
/// `.peeking`, `.armed`, `.running`, `.succeeded`, `.failed`, `.cancelled`, `.exhausted` for its
/// state. Inside are
/// `image`, `spinner`, `label` and `button.flat`.
///
/// ## Accessibility
///
/// The role is `status`: screen readers speak its name, the present title, as it changes.
final class RefreshRow {
  let widget: Box
  /// Of the open row, in px.
  var height: Int

  private let edge: PullEdge
  private let image = Image(iconName: nil)
  private let spinner = Spinner()
  private let title = Label(nil)
  private let button = Button()
  private var content: RowContent?
  private var stateClass: String?

  init(edge: PullEdge, height: Int) {
    RowStyle.install()
    self.edge = edge
    self.height = height
    widget = Box(.horizontal, spacing: 12, role: .status)
    widget.addStyleClass("refresh-row")
    // Not "top" and "bottom": those GtkOverlay gives and takes by itself.
    widget.addStyleClass(edge == .top ? "header" : "footer")
    // Two ends that take up the room keep what is between them in the middle.
    widget.append(RefreshRow.filler())
    for part in [image.asWidget, spinner.asWidget, title.asWidget, button.asWidget] {
      part.setAlign(vertical: .center)
      widget.append(part)
    }
    widget.append(RefreshRow.filler())
    title.ellipsize()
    button.addStyleClass("flat")
    show(RowContent(), state: nil)
  }

  /// - Parameters:
  ///   - content: what to show.
  ///   - state: the CSS class of the moment.
  func show(_ content: RowContent, state: String?) {
    setStateClass(state)
    guard content != self.content else { return }
    self.content = content
    spinner.isVisible = content.indicator == .spinner
    spinner.isSpinning = content.indicator == .spinner
    switch content.indicator {
    case .none, .spinner: image.isVisible = false
    case .arrow: setIcon(edge == .top ? "go-down-symbolic" : "go-up-symbolic")
    case .icon(let name): setIcon(name)
    }
    title.text = content.title
    title.isVisible = !content.title.isEmpty
    button.isVisible = content.button != nil
    if let shown = content.button {
      button.label = shown.label
      button.setAction(shown.action.detailed)
    }
    widget.setAccessibleLabel(content.title.isEmpty ? content.button?.label ?? "" : content.title)
  }

  /// Speaks the present title, where GTK can.
  func announce() {
    guard let content, !content.title.isEmpty else { return }
    widget.announce(content.title)
  }

  private func setIcon(_ name: String) {
    image.setIcon(name: name)
    image.isVisible = true
  }

  private func setStateClass(_ name: String?) {
    guard name != stateClass else { return }
    if let stateClass { widget.removeStyleClass(stateClass) }
    if let name { widget.addStyleClass(name) }
    stateClass = name
  }

  private static func filler() -> Box {
    let filler = Box(.horizontal, spacing: 0)
    filler.setExpand(horizontal: true)
    return filler
  }
}
