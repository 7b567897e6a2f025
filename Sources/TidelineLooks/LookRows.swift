import PullToRefresh
import TidelineGtk

/// A heading with rows below it.
///
/// CSS: a list with the class `boxed-list`. Each row has a `box.header` with a `box.title`, which
/// has labels with the classes `title` and `subtitle`: libadwaita gives them the look of its own
/// rows.
final class LookGroup {
  let widget = Box(.vertical, spacing: 6)
  private let list = ListBox()

  init(_ title: String, description: String? = nil, control: Widget? = nil) {
    let (heading, line) = (LookRow.label(title, "heading"), Box(.horizontal, spacing: 6))
    heading.setExpand(horizontal: true)
    line.append(heading)
    if let control { line.append(control) }
    widget.append(line)
    if let description { widget.append(LookRow.label(description, "dim-label")) }
    list.addStyleClass("boxed-list")
    list.isSelectable = false
    list.setAccessibleLabel(title)
    widget.append(list)
  }

  func add(_ row: LookRow) {
    list.insert(row.widget, name: row.title)
    row.widget.parent?.connect("activate", row.activate)
  }
}

/// A row with a title, a line below it, and a control at its end, which a click on the row
/// activates.
struct LookRow {
  let widget = Box(.horizontal, spacing: 6)
  let title: String
  /// Shows the line below the title; an empty one is hidden. Does not keep the row.
  let setSubtitle: (String) -> Void
  fileprivate let activate: () -> Void

  init(_ title: String, _ control: some WidgetConvertible) {
    self.title = title
    let (words, subtitle) = (Box(.vertical, spacing: 3), Self.label("", "subtitle"))
    let (shown, active) = (Unowned(subtitle), Unowned(control.asWidget))
    activate = { active.object.activateByMnemonic() }
    setSubtitle = {
      shown.object.text = $0
      shown.object.isVisible = !$0.isEmpty
    }
    words.addStyleClass("title")
    words.setAlign(vertical: .center)
    words.setExpand(horizontal: true)
    words.append(Self.label(title, "title"))
    words.append(subtitle)
    widget.addStyleClass("header")
    widget.append(words)
    add(control)
    let click = GestureClick()
    click.onRelease(activate)
    words.add(click)
    setSubtitle("")
  }

  func add(_ control: some WidgetConvertible) {
    control.setAlign(vertical: .center)
    widget.place(control, after: widget.children.first)
  }

  static func label(_ text: String, _ styleClass: String) -> Label {
    let label = Label(text)
    label.addStyleClass(styleClass)
    label.wrapAnywhere()
    label.setLeastWidth(chars: 6)
    label.xalign = 0
    return label
  }
}

/// Makes rows of the editor. A row shows a key's value, and stores changes at once.
extension LookStore {
  /// Stores a value that differs from the present one: a default stays one.
  func choose(_ value: String, for key: String) {
    if value != self.value(key) { set(value, for: key) }
  }

  func switchRow(_ key: String, _ title: String) -> LookRow {
    let control = Switch()
    let shown = Unowned(control)
    control.setAccessibleLabel(title)
    control.onChange { [weak self] in self?.choose("\(shown.object.isActive)", for: key) }
    follow([key], in: control) {
      shown.object.isActive = $0.isOn(key)
      shown.object.isSensitive = $0.isWritable(key)
    }
    return LookRow(title, control)
  }

  /// - Parameters:
  ///   - usual: the placeholder in the empty entry: the default title.
  ///   - group: the group's title, since both rows have titles of the same names.
  func titleRow(_ choice: TitleChoice, usual: String, in group: String, _ preview: PullPreview)
    -> LookRow
  {
    let entry = TidelineGtk.Entry()
    let (shown, key) = (Unowned(entry), choice.key)
    entry.placeholderText = usual
    entry.setAccessibleLabel(tr("%s: %s", with: group, choice.label))
    // The minimum width in px. In a wide window, the entry takes half of the row.
    entry.setSizeRequest(width: 120)
    entry.setExpand(horizontal: true)
    entry.onChange { [weak self] in self?.choose(shown.object.text, for: key) }
    entry.connect("state-flags-changed") { [weak preview] in
      preview?.show(choice.state, shown.object.isFocusWithin)
    }
    follow([key], in: entry) {
      let value = $0.value(key)
      if shown.object.text != value { shown.object.text = value }
      shown.object.isSensitive = $0.isWritable(key)
    }
    let row = LookRow(choice.label, entry)
    if usual.firstRange(of: "%s") != nil { row.setSubtitle(tr("“%s” stands for the reason")) }
    return row
  }

  func colorRow(_ key: String, _ title: String) -> LookRow {
    let button = ColorButton()
    let shown = Unowned(button)
    button.onChoice { [weak self] in self?.choose(shown.object.css, for: key) }
    return themedRow(key, title, button) { shown.object.css = $0.isEmpty ? "gray" : $0 }
  }

  func fontRow(_ key: String, _ title: String) -> LookRow {
    let button = FontButton()
    let (shown, themeFont) = (Unowned(button), button.font)
    button.shortenLabels()
    button.onChoice { [weak self] in self?.choose(shown.object.font, for: key) }
    return themedRow(key, title, button) { shown.object.font = $0.isEmpty ? themeFont : $0 }
  }

  /// A row with a chooser for a value, and a button that empties the value to follow the theme.
  private func themedRow(
    _ key: String,
    _ title: String,
    _ chooser: some WidgetConvertible,
    show: @escaping (String) -> Void
  ) -> LookRow {
    // Labels the button inside GTK's chooser, since this button gets the focus.
    for part in chooser.children { part.setAccessibleLabel(title) }
    let name = tr("%s: Follow the Theme", with: title)
    let clear = Button.flat("edit-clear-symbolic", name, tip: tr("Follow the Theme"))
    let row = LookRow(title, chooser)
    // The label names the row, since the window has several such buttons.
    clear.connect("clicked") { [weak self] in self?.reset([key]) }
    row.add(clear)
    let reset = Unowned(clear)
    let (shown, setSubtitle) = (Unowned(row.widget), row.setSubtitle)
    follow([key], in: row.widget) { store in
      let value = store.value(key)
      setSubtitle(value.isEmpty ? tr("As in the theme") : "")
      shown.object.isSensitive = store.isWritable(key)
      reset.object.isSensitive = !value.isEmpty
      show(value)
    }
    return row
  }

  /// A row to choose the indicator's picture file, sensitive while the style is `picture`.
  func pictureRow(_ keys: RowKeys) -> LookRow {
    let title = tr("Picture File")
    let button = Button.flat("document-open-symbolic", title, tip: tr("Choose a Picture"))
    let asking = Unowned(button)
    button.connect("clicked") { [weak self] in
      let kind = FileChooser.Kind.picture(name: tr("Pictures"))
      FileChooser.ask(kind, tr("Choose a Picture"), tr("_Open"), over: asking.object) { path in
        self?.choose(path, for: keys.picture)
      }
    }
    let row = LookRow(title, button)
    let (shown, setSubtitle) = (Unowned(row.widget), row.setSubtitle)
    follow([keys.indicator, keys.picture], in: row.widget) { store in
      let path = store.value(keys.picture)
      let fault = LookFile.fault(of: keys.picture, path)
      let words = path.isEmpty ? tr("None chosen: an arrow is shown") : path
      setSubtitle(fault.map { tr("An arrow is shown: %s", with: $0) } ?? words)
      shown.object.isSensitive =
        store.value(keys.indicator) == IndicatorChoice.picture.rawValue
        && store.isWritable(keys.picture)
    }
    return row
  }
}
