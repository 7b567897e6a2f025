import PullToRefreshGtk
import RefreshCore

/// The header or footer row: an indicator, a title of one or two lines, and in some states buttons.
///
/// ## CSS
///
/// ```
/// box.refresh-row.header.pulling
/// ├── box                       a custom view takes the place of this box
/// │   ├── box
/// │   │   ╰── box.indicator
/// │   │       ├── image         .over: the arrow, while a release would fire
/// │   │       ╰── spinner
/// │   ├── box
/// │   │   ├── label.title
/// │   │   ╰── label.subtitle
/// │   ╰── button.flat           Load More, Load Earlier, Retry
/// ╰── button.flat.cancel
/// ```
///
/// `.footer` is the class of a row that loads. `.at-top`, `.at-bottom`, `.at-left` or
/// `.at-right` is the side of the row; at the left and the right its parts are below each other.
/// `.floating` is a row that lies over the list. The state is one of `.pulling`, `.peeking`,
/// `.armed`, `.running`, `.stuck`, `.succeeded`, `.failed`, `.cancelled`, `.exhausted`.
///
/// ## Accessibility
///
/// The accessible role is `status`: screen readers speak a changed name of the row. The name is the
/// title, or the button's label if there is no title. While a handler reports titles of its own,
/// the name is the default title, since those titles change too often to be spoken. The row's and
/// the title's description is the progress of the pull or of the handler.
final class RefreshRow {
  let widget = CenterBox(role: .status)
  /// The role whose state is shown.
  var role: RunRole { didSet { if role != oldValue { followRole() } } }
  /// The shortest length of the open row: how far it reaches into the list, in px.
  var minimumLength: Int
  /// The length of the open row, in px: large text needs more than the minimum.
  var length: Int { max(minimumLength, neededLength) }

  private let indicator: Indicator
  /// The place of the indicator, which stays empty while a cancellation is shown.
  private let indicatorPlace = Box(.horizontal, spacing: 0)
  private let defaultContent = Box(.horizontal, spacing: 12)
  private let title = Label(nil)
  private let subtitle = Label(nil)
  private let button = Button()
  private let cancel = Button()
  private let tint: RowTint
  private var content: RowContent?
  private var stateClass: String?
  private var percent = 0
  private var announced: RefreshState?
  private let isPreview: Bool
  /// The look that was last shown, without its custom view, which may keep the list alive.
  private(set) var configuration: RowConfiguration
  /// The distance from the list's edge, in px.
  var inset: Double { max(0, configuration.inset) }
  /// Whether the row is visible now although the content is away from the row's edge.
  var isAway = false {
    didSet {
      guard isAway != oldValue else { return }
      widget.setStyleClass("floating", floats)
      measure()
    }
  }
  /// Whether the row lies over the list, in the middle of its edge, only as wide as its content.
  var floats: Bool { configuration.floats || isAway }
  private var middleLeaving: SignalConnection?
  private var hasWarned = false
  private var neededLength = 0
  private let lines = Box(.vertical, spacing: 0)
  private var side: PositionType

  /// A preview does not warn about a widget in use.
  init(_ role: RunRole, at side: PositionType, length: Int, isPreview: Bool = false) {
    self.role = role
    configuration = RowConfiguration(of: role)
    self.side = side
    self.isPreview = isPreview
    RowStyle.install()
    minimumLength = length
    indicator = Indicator()
    tint = RowTint(of: widget)
    widget.addStyleClass("refresh-row")
    widget.end = cancel.asWidget
    followRole()
    assemble()
    arrange(at: side)
  }

  isolated deinit {
    middleLeaving?.disconnect()
  }

  /// Sets the actions and style classes of the new role, and clears the former role's content.
  private func followRole() {
    setMiddle(defaultContent.asWidget)
    button.isVisible = false
    content = nil
    widget.setStyleClass("header", !role.isLoad)
    widget.setStyleClass("footer", role.isLoad)
    button.setAction(RefreshActions.Name.detailed(RefreshActions.Name.begin(role)))
    cancel.setAction(RefreshActions.Name.detailed(RefreshActions.Name.cancel(role)))
  }

  private func assemble() {
    for (line, name) in [(title, "title"), (subtitle, "subtitle")] {
      line.ellipsize()
      line.addStyleClass(name)
      lines.append(line)
    }
    indicatorPlace.setSizeRequest(width: Indicator.size, height: Indicator.size)
    indicatorPlace.append(indicator.widget)
    for part in [indicatorPlace.asWidget, lines.asWidget, button.asWidget] {
      defaultContent.append(part)
    }
    // Makes the button's own label, so that a long title of it is cut visibly. Screen readers get
    // the whole title.
    button.label = ""
    button.asWidget.children.first?.as(Label.self)?.ellipsize()
    button.addStyleClass("flat")
    cancel.addStyleClass("flat")
    cancel.addStyleClass("cancel")
    cancel.isVisible = false
  }

  /// Moves the row to a side. At the left and the right the row is narrow, so its parts are below
  /// each other, and its text wraps.
  func stand(at side: PositionType) {
    arrange(at: side)
    measure()
  }

  private func arrange(at side: PositionType) {
    widget.removeStyleClass("at-\(self.side.styleClass)")
    widget.addStyleClass("at-\(side.styleClass)")
    self.side = side
    for box in [widget.asWidget, defaultContent.asWidget] {
      box.setOrientation(isNarrow ? .vertical : .horizontal)
    }
    for part in [indicatorPlace.asWidget, lines.asWidget, button.asWidget, cancel.asWidget] {
      part.setAlign(horizontal: isNarrow ? .center : .fill, vertical: isNarrow ? .fill : .center)
    }
    for line in [title, subtitle] { line.setLines(3, chars: isNarrow ? 10 : nil) }
  }

  private var isNarrow: Bool { !side.isVertical }

  /// The opacity does not apply to the row's own background.
  func show(
    _ state: RefreshState,
    _ content: RowContent,
    _ configuration: RowConfiguration,
    opacity: Double
  ) {
    // Measures only after one of these changes: the progress of a pull cannot change the length.
    let isNewFont = configuration.titleFont != self.configuration.titleFont
    let isNew =
      isNewFont || content != self.content || state.styleClass != stateClass
      || configuration.floats != self.configuration.floats
    defer { if isNew { measure() } }
    self.configuration = configuration
    self.configuration.content = nil
    setStateClass(state.styleClass)
    widget.setStyleClass("floating", floats)
    tint.set(title: configuration.titleColor, indicator: configuration.indicatorColor)
    if isNewFont { title.setFont(configuration.titleFont) }
    let middle = showMiddle(state, title: content.title, configuration)
    indicator.show(configuration.indicator, state)
    // Keeps the indicator's space, so that the title does not move when a refresh is cancelled.
    indicatorPlace.isVisible =
      indicator.widget.isVisible
      || (state.moment == .cancelled && configuration.indicator != .none)
    middle.opacity = opacity
    setProgress(state)
    cancel.isVisible = content.isRunning && configuration.isCancellable
    guard content != self.content else { return }
    self.content = content
    for (label, text) in [(title, content.title), (subtitle, content.subtitle)] {
      label.text = text
      label.isVisible = !text.isEmpty
    }
    button.isVisible = content.button != nil
    if let label = content.button { button.label = label }
    cancel.label = content.cancelLabel
    widget.setAccessibleLabel(content.spoken ?? content.button ?? "")
  }

  /// Keeps the look of a refresh's row that closes, until the row is hidden. Only a custom view
  /// gets the state.
  func close(_ state: RefreshState, _ configuration: RowConfiguration) {
    showMiddle(state, title: content?.title ?? "", configuration)
  }

  /// Shows the custom view for a state, or else the default content.
  @discardableResult
  private func showMiddle(_ state: RefreshState, title: String, _ row: RowConfiguration) -> Widget {
    var state = state
    state.title = title
    let middle = accepted(row.content?(state).asWidget) ?? defaultContent.asWidget
    setMiddle(middle)
    return middle
  }

  /// The custom view; nil if it has another parent. The row does not take the view away from that
  /// parent, because the parent may hold a pointer to the view.
  private func accepted(_ view: Widget?) -> Widget? {
    guard let view, let parent = view.parent, parent.pointer != widget.pointer else { return view }
    if !isPreview, !hasWarned {
      hasWarned = true
      Diagnostics.warn(
        "pull-to-refresh: the widget for a row has a parent already. Give each row one of its own."
      )
    }
    return nil
  }

  private func setMiddle(_ middle: Widget) {
    guard middle.pointer != widget.center?.pointer else { return }
    middleLeaving?.disconnect()
    widget.center = middle
    let pointer = middle.pointer
    // Clears the center widget if other code unparents it: otherwise the row keeps a child that is
    // not its own.
    middleLeaving = middle.connect("notify::parent") { [weak self] in
      guard let self else { return }
      middleLeaving?.disconnect()
      middleLeaving = nil
      if widget.center?.pointer == pointer { widget.center = nil }
    }
  }

  /// Announces how a run begins, continues and ends, once for each state, if GTK can announce.
  func announce(_ state: RefreshState) {
    guard announced?.moment != state.moment || announced?.isStuck != state.isStuck else { return }
    announced = state
    switch state.moment {
    case .running, .waiting, .succeeded, .failed, .cancelled, .exhausted: break
    case .disabled, .idle, .peeking, .pulling, .armed: return
    }
    if let spoken = content?.spoken { widget.announce(spoken) }
  }

  /// Measures a shown row, and returns whether its length has changed.
  func measureShown() -> Bool {
    guard widget.isMapped else { return false }
    let before = length
    measure()
    return length != before
  }

  /// Measures the row, or the parts of a hidden row, because GTK measures a hidden row as 0.
  private func measure() {
    func needed(_ part: Widget) -> Int { isNarrow ? part.naturalWidth : part.minimumHeight() }
    guard !widget.isVisible else { return neededLength = needed(widget.asWidget) }
    let frame =
      floats
      ? 2 * RowStyle.floatingGap
      : RowStyle.borderWidth + (isNarrow ? 2 * RowStyle.sidePadding : 0)
    neededLength = max(widget.center.map(needed) ?? 0, needed(cancel.asWidget)) + frame
  }

  /// Sets the spoken progress, in tens of percent: screen readers must not speak with each px.
  private func setProgress(_ state: RefreshState) {
    let percent =
      switch state.moment {
      case .peeking, .pulling, .armed: Int(state.progress * 10) * 10
      case .running: Int((state.runProgress?.fraction ?? 0) * 10) * 10
      default: 0
      }
    guard percent != self.percent else { return }
    self.percent = percent
    let description = percent > 0 ? text("%s %%", with: String(percent)) : ""
    // Sets both descriptions: GTK 4.18 follows ARIA, where a status has no description of its own,
    // but its title may have one.
    widget.setAccessibleDescription(description)
    title.setAccessibleDescription(description)
  }

  private func setStateClass(_ name: String?) {
    guard name != stateClass else { return }
    if let stateClass { widget.removeStyleClass(stateClass) }
    if let name { widget.addStyleClass(name) }
    stateClass = name
  }
}
