import PullToRefreshGtk
import RefreshScrolling
import TidelineLocalization

private nonisolated let text = TextDomain("pull-to-refresh")

/// A button that floats over the list and shows how many rows have arrived out of sight.
///
/// ## CSS
///
/// ```
/// box.refresh-pill-holder
/// ╰── button.refresh-pill
///     ╰── box
///         ├── image
///         ╰── label
/// ```
///
/// ## Accessibility
///
/// The holder's role is `status`, so screen readers speak its name when the name changes. The name
/// is the button's title. The button takes the focus only by Tab, never by itself or by a click.
package final class NewRowsPill {
  /// The distance from the list's edge or from the open header, in px; also how far the pill
  /// slides.
  package static let gap = 8
  /// The name of the action that shows the counted rows, and the prefix of its group.
  package static let (actionName, actionGroup) = ("show-new", "pull-to-refresh")
  private static let duration = Duration.milliseconds(200)

  package let widget = Box(.horizontal, spacing: 0, role: .status)
  /// The rows that have arrived since the list was last at the edge where they arrive.
  var unseen = UnseenRows() {
    didSet { if count > 0, count != oldValue.count { showTitle() } }
  }
  package var count: Int { unseen.count }
  /// The title for a number of rows; nil for the default.
  var title: ((Int) -> String)? { didSet { if count > 0 { showTitle() } } }
  /// The side of the list where rows arrive.
  private var side = PositionType.top
  private let icon = Image(iconName: nil)
  private let button = Button()
  private let label = Label(nil)
  private let list: Unowned<ScrolledWindow>
  /// How far the pill has slid in, in percent, which is also its opacity.
  private var presence = Spring()

  /// The list's frames drive the pill's motion. The action of a click is nil if a widget around the
  /// pill has it.
  package init(over list: ScrolledWindow, showNew: SimpleAction?) {
    CssProvider.install(Self.css)
    self.list = Unowned(list)
    let line = Box(.horizontal, spacing: 6)
    line.append(icon)
    line.append(label)
    label.ellipsize()
    button.setChild(line)
    button.focusOnClick = false
    button.setAction("\(Self.actionGroup).\(Self.actionName)")
    button.addStyleClass("refresh-pill")
    widget.addStyleClass("refresh-pill-holder")
    if let showNew {
      // Comes before the button, which does not find a group that is inserted later.
      let actions = SimpleActionGroup()
      actions.add(showNew)
      widget.insert(actions, prefix: Self.actionGroup)
    }
    widget.append(button)
    stand(at: .top)
  }

  /// - Parameter isReported: whether changes of the rows are reported to ``unseen``.
  func add(_ arrivals: Int, isReported: Bool) {
    let before = count
    unseen.add(arrivals, isReported: isReported)
    widget.canTarget = true
    if count != before { widget.announce(label.text) }
    move(to: 100)
  }

  /// Hides the pill: the rows have been seen, or will be at once.
  func dismiss() {
    guard count > 0 else { return }
    unseen = UnseenRows()
    widget.canTarget = false
    move(to: 0)
  }

  private func move(to presence: Double) {
    guard presence != self.presence.target else { return }
    let isSeen = Settings.animationsEnabled && list.object.isMapped
    let now = MainLoop.now
    self.presence.aim(at: presence, over: isSeen ? Self.duration : .zero, at: now)
    guard layOut(at: now) else { return }
    // Uses the list's frames, since hidden widgets have none.
    list.object.addTickCallback { [weak self] in self?.layOut(at: $0) ?? false }
  }

  /// - Parameter side: the side of the list where rows arrive.
  package func stand(at side: PositionType) {
    self.side = side
    icon.setIcon(name: iconName)
    widget.setAlign(
      horizontal: isBeside ? (isAtStart ? .start : .end) : .center,
      vertical: isBeside ? .center : (side == .top ? .start : .end)
    )
    if count > 0 { showTitle() }
    layOut(at: MainLoop.now)
  }

  private var isBeside: Bool { side == .left || side == .right }
  private var isAtStart: Bool { (side == .left) != widget.isRightToLeft }

  private var iconName: String {
    switch side {
    case .top: "go-up-symbolic"
    case .bottom: "go-down-symbolic"
    // Relies on icon themes, which mirror these two for right-to-left reading.
    case .left, .right: isAtStart ? "go-previous-symbolic" : "go-next-symbolic"
    }
  }

  private var defaultTitle: (Int) -> String {
    switch side {
    case .top: { text("%d new above", "%d new above", $0) }
    case .bottom: { text("%d new below", "%d new below", $0) }
    case .left, .right: { text("%d new", "%d new", $0) }
    }
  }

  /// - Returns: whether the pill still moves.
  @discardableResult
  private func layOut(at time: Duration) -> Bool {
    let shown = presence.value(at: time) / 100
    widget.isVisible = shown > 0
    widget.opacity = shown
    let margin = Int(Double(Self.gap) * shown)
    var margins = Margins()
    switch side {
    case .top: margins.top = margin
    case .bottom: margins.bottom = margin
    case .left, .right: if isAtStart { margins.start = margin } else { margins.end = margin }
    }
    widget.margins = margins
    return !presence.isAtRest(at: time)
  }

  private func showTitle() {
    label.text = (title ?? defaultTitle)(count)
    button.setAccessibleLabel(label.text)
    widget.setAccessibleLabel(label.text)
  }

  private static let css = """
    button.refresh-pill {
      min-height: 24px;
      padding: 4px 16px 4px 12px;
      border: none;
      border-radius: 9999px;
      background: none;
      background-color: @theme_selected_bg_color;
      color: @theme_selected_fg_color;
      text-shadow: none;
      -gtk-icon-shadow: none;
      box-shadow: 0 1px 5px alpha(black, 0.35);
    }
    button.refresh-pill:hover { background-image: image(alpha(@theme_selected_fg_color, 0.1)); }
    button.refresh-pill:active { background-image: image(alpha(black, 0.2)); }
    button.refresh-pill:dir(rtl) { padding: 4px 12px 4px 16px; }
    """
}
