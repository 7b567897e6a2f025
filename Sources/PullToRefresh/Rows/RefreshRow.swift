import PullToRefreshGtk
import RefreshCore

/// The header or footer row: an indicator, a title of one or two lines, and at times buttons.
///
/// ## CSS
///
/// ```
/// box.refresh-row.header.pulling
/// ├── box                       a custom view takes the place of this box
/// │   ├── box
/// │   │   ╰── box.indicator
/// │   │       ├── image         .over: the arrow, once letting go fires
/// │   │       ╰── spinner
/// │   ├── box
/// │   │   ├── label.title
/// │   │   ╰── label.subtitle
/// │   ╰── button.flat           Load More, Retry
/// ╰── button.flat.cancel
/// ```
///
/// `.footer` stands for the row of loading more. `.at-top`, `.at-bottom`, `.at-left` or `.at-right`
/// is the side where the row stands; at the left and the right its parts are below each other.
/// `.floating` is a row that lies over the list. The state is one of `.pulling`, `.peeking`,
/// `.armed`, `.running`, `.stuck`, `.succeeded`, `.failed`, `.cancelled`, `.exhausted`.
///
/// ## Accessibility
///
/// The role is `status`: screen readers speak its name, the title, as it changes; while a
/// handler reports its progress, the name stays the default title. The description, also of
/// the title, is how far the row is pulled, or how far the handler has come.
final class RefreshRow {
  let widget = CenterBox(role: .status)
  /// How far the open row reaches into the list, in px, unless its content needs more.
  var minimumLength: Int
  /// How far the open row reaches into the list, in px: large text needs more.
  var length: Int { max(minimumLength, neededLength) }

  private let indicator: Indicator
  /// Keeps the indicator's space in states in which it is empty.
  private let indicatorPlace = Box(.horizontal, spacing: 0)
  private let defaultContent = Box(.horizontal, spacing: 12)
  private let title = Label(nil)
  private let subtitle = Label(nil)
  private let button = Button()
  private let cancel = Button()
  private let tint: RowTint
  private var content: RowContent?
  private var stateClass: String?
  private var titleFont: String?
  private var percent = 0
  private var announced: RefreshState?
  private let isPreview: Bool
  /// Whether it floats wherever the content stands.
  private(set) var isSetToFloat = false
  /// How far from the list's edge it is shown, in px.
  private(set) var inset = 0.0
  /// Whether the content stands elsewhere than at the row's edge.
  var isAway = false {
    didSet {
      guard isAway != oldValue else { return }
      widget.setStyleClass("floating", floats)
      measure()
    }
  }
  /// Whether it lies over the list, in the middle of its edge, as wide as it needs to be.
  var floats: Bool { isSetToFloat || isAway }
  private var middleLeaving: SignalConnection?
  private var hasWarned = false
  private var neededLength = 0
  private let lines = Box(.vertical, spacing: 0)
  private var side: PositionType

  /// - Parameters:
  ///   - side: of the list, where the row stands.
  ///   - length: how far it reaches into the list at least, in px.
  ///   - isPreview: a preview leaves a custom view to the list's own row.
  init(_ role: RunRole, at side: PositionType, length: Int, isPreview: Bool = false) {
    self.side = side
    self.isPreview = isPreview
    RowStyle.install()
    minimumLength = length
    indicator = Indicator()
    tint = RowTint(of: widget)
    widget.addStyleClass("refresh-row")
    widget.addStyleClass(role == .refresh ? "header" : "footer")
    widget.center = defaultContent.asWidget
    widget.end = cancel.asWidget
    assemble()
    arrange(at: side)
  }

  isolated deinit {
    middleLeaving?.disconnect()
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
    button.addStyleClass("flat")
    cancel.addStyleClass("flat")
    cancel.addStyleClass("cancel")
    cancel.isVisible = false
  }

  /// Where it stands from now on. At the left and the right it is narrow, so its parts are below
  /// each other, and its lines break.
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

  /// - Parameters:
  ///   - content: the texts and buttons to show.
  ///   - configuration: how it looks.
  ///   - opacity: of everything but the row's own background, 0…1.
  func show(
    _ state: RefreshState,
    _ content: RowContent,
    _ configuration: RowConfiguration,
    opacity: Double
  ) {
    // Not for each px of a pull, which cannot change the length.
    let isNew =
      content != self.content || state.styleClass != stateClass
      || configuration.titleFont != titleFont || configuration.effectiveFloats != isSetToFloat
    defer { if isNew { measure() } }
    setStateClass(state.styleClass)
    isSetToFloat = configuration.effectiveFloats
    inset = max(0, configuration.effectiveInset)
    widget.setStyleClass("floating", floats)
    tint.set(title: configuration.titleColor, indicator: configuration.indicatorColor)
    if configuration.titleFont != titleFont {
      titleFont = configuration.titleFont
      title.setFont(titleFont)
    }
    let middle = accepted(configuration.content?(state).asWidget) ?? defaultContent.asWidget
    setMiddle(middle)
    indicator.show(configuration.indicator, state)
    // Hiding it would move the title aside when a refresh is cancelled.
    indicatorPlace.isVisible =
      indicator.widget.isVisible
      || (state.moment == .cancelled && configuration.indicator != .none)
    middle.opacity = opacity
    setProgress(state)
    cancel.isVisible = content.cancel != nil && configuration.isCancellable
    guard content != self.content else { return }
    self.content = content
    for (label, text) in [(title, content.title), (subtitle, content.subtitle)] {
      label.text = text
      label.isVisible = !text.isEmpty
    }
    button.isVisible = content.button != nil
    if let shown = content.button {
      button.label = shown.label
      button.setAction(shown.action.detailed)
    }
    cancel.label = content.cancelLabel
    if let name = content.cancel { cancel.setAction(name.detailed) }
    widget.setAccessibleLabel(content.spoken ?? content.button?.label ?? "")
  }

  /// The custom view, unless it has another parent: a parent may still hold a pointer to a child
  /// that is taken away from it.
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
    // gtk_widget_unparent() outside of this class leaves the row with a child that is not its own.
    middleLeaving = middle.connect("notify::parent") { [weak self] in
      guard let self else { return }
      middleLeaving?.disconnect()
      middleLeaving = nil
      if widget.center?.pointer == pointer { widget.center = nil }
    }
  }

  /// Announces how a run begins, goes on and ends, once for each state, where GTK can announce.
  func announce(_ state: RefreshState) {
    guard announced?.moment != state.moment || announced?.isStuck != state.isStuck else { return }
    announced = state
    switch state.moment {
    case .running, .waiting, .succeeded, .failed, .cancelled, .exhausted: break
    case .disabled, .idle, .peeking, .pulling, .armed: return
    }
    if let spoken = content?.spoken { widget.announce(spoken) }
  }

  /// GTK measures a hidden widget as 0, so that the parts of a hidden row are measured instead.
  private func measure() {
    func needed(_ part: Widget) -> Int { isNarrow ? part.naturalWidth : part.minimumHeight() }
    let parts = [widget.center, cancel.asWidget].compactMap { $0.map(needed) }
    let frame =
      floats
      ? 2 * RowStyle.floatingGap
      : RowStyle.borderWidth + (isNarrow ? 2 * RowStyle.sidePadding : 0)
    neededLength =
      widget.isVisible
      ? needed(widget.asWidget)
      : (parts.max() ?? 0) + frame
  }

  /// Rounded to tens: a screen reader need not speak every px or message.
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
    // GTK 4.18 follows ARIA, where a status has no description of its own; its title has one.
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
