import Gtk
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
/// `.footer` stands for the other edge; the state is one of `.pulling`, `.peeking`, `.armed`,
/// `.running`, `.stuck`, `.succeeded`, `.failed`, `.cancelled`, `.exhausted`.
///
/// ## Accessibility
///
/// The role is `status`: screen readers speak its name, the title, as it changes; while a
/// handler reports its progress, the name stays the default title. The description, also of
/// the title, is how far the row is pulled, or how far the handler has come.
final class RefreshRow {
  let widget = CenterBox(role: .status)
  /// The height of the open row, in px, unless its content needs more.
  var minimumHeight: Int
  /// The height of the open row, in px: large text makes it higher.
  var height: Int { max(minimumHeight, neededHeight) }

  private let indicator: Indicator
  /// Keeps the indicator's space in states in which it is empty.
  private let indicatorPlace = Box(.horizontal, spacing: 0)
  private let defaultContent = Box(.horizontal, spacing: 12)
  private let title = Label(nil)
  private let subtitle = Label(nil)
  private let button = Button()
  private let cancel = Button(label: text("Cancel"))
  private let tint: RowTint
  private var content: RowContent?
  private var stateClass: String?
  private var titleFont: String?
  private var percent = 0
  private var announced: RefreshState?
  private let isPreview: Bool
  private var middleLeaving: SignalConnection?
  private var hasWarned = false
  private var neededHeight = 0

  /// - Parameter isPreview: a preview leaves a custom view to the list's own row.
  init(edge: PullEdge, height: Int, isPreview: Bool = false) {
    self.isPreview = isPreview
    RowStyle.install()
    minimumHeight = height
    indicator = Indicator(edge: edge)
    tint = RowTint(of: widget)
    widget.addStyleClass("refresh-row")
    // Not "top" and "bottom": GtkOverlay adds and removes those classes by itself.
    widget.addStyleClass(edge == .top ? "header" : "footer")
    widget.center = defaultContent.asWidget
    widget.end = cancel.asWidget
    assemble()
  }

  isolated deinit {
    middleLeaving?.disconnect()
  }

  private func assemble() {
    let lines = Box(.vertical, spacing: 0)
    for (line, name) in [(title, "title"), (subtitle, "subtitle")] {
      line.ellipsize()
      line.keepToOneLine()
      line.addStyleClass(name)
      lines.append(line)
    }
    indicatorPlace.setSizeRequest(width: Indicator.size, height: Indicator.size)
    indicatorPlace.append(indicator.widget)
    for part in [indicatorPlace.asWidget, lines.asWidget, button.asWidget] {
      part.setAlign(vertical: .center)
      defaultContent.append(part)
    }
    button.addStyleClass("flat")
    cancel.addStyleClass("flat")
    cancel.addStyleClass("cancel")
    cancel.setAlign(vertical: .center)
    cancel.isVisible = false
  }

  /// - Parameters:
  ///   - content: the texts and buttons to show.
  ///   - configuration: how it looks.
  ///   - opacity: of everything but the row's own background, 0…1.
  func show(
    _ state: RefreshState,
    _ content: RowContent,
    _ configuration: some RowConfiguration,
    opacity: Double
  ) {
    // Not for each px of a pull, which cannot change the height.
    let isNew =
      content != self.content || state.styleClass != stateClass
      || configuration.titleFont != titleFont
    defer { if isNew { measure() } }
    setStateClass(state.styleClass)
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
    let parts = [widget.center, cancel.asWidget].compactMap { $0?.minimumHeight() }
    neededHeight =
      widget.isVisible ? widget.minimumHeight() : (parts.max() ?? 0) + RowStyle.borderWidth
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
