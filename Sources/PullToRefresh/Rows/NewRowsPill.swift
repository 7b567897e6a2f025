import PullToRefreshGtk
import RefreshCore

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
final class NewRowsPill {
  /// The distance from the list's edge or from the open header, in px; also how far the pill
  /// slides.
  static let gap = 8
  private static let duration = Duration.milliseconds(200)

  let widget = Box(.horizontal, spacing: 0, role: .status)
  /// The rows that have arrived since the list was last at the edge where they arrive.
  var unseen = UnseenRows() {
    didSet { if count > 0, count != oldValue.count { showTitle() } }
  }
  var count: Int { unseen.count }
  var title: (Int) -> String {
    get { ownTitle ?? defaultTitle }
    set {
      ownTitle = newValue
      if count > 0 { showTitle() }
    }
  }

  /// The title that the application has set.
  var ownTitle: ((Int) -> String)?
  /// The side of the list where rows arrive.
  private var side = PositionType.top
  private let icon = Image(iconName: nil)
  private let button = Button()
  private let label = Label(nil)
  private let list: Unowned<ScrolledWindow>
  /// How far the pill has slid in, in percent, which is also its opacity.
  private var presence = Spring()

  /// - Parameter list: the list whose frames drive the pill's motion.
  init(over list: ScrolledWindow) {
    RowStyle.install()
    self.list = Unowned(list)
    let line = Box(.horizontal, spacing: 6)
    line.append(icon)
    line.append(label)
    label.ellipsize()
    button.setChild(line)
    button.focusOnClick = false
    button.setAction(RefreshActions.Name.detailed(RefreshActions.Name.showNew))
    button.addStyleClass("refresh-pill")
    widget.addStyleClass("refresh-pill-holder")
    widget.append(button)
    stand(at: .top)
  }

  /// Adds rows that have arrived.
  ///
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
  func stand(at side: PositionType) {
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
    label.text = title(count)
    button.setAccessibleLabel(label.text)
    widget.setAccessibleLabel(label.text)
  }
}
