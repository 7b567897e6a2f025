import CAdwaita
import TidelineGtk
import TidelineProgram

/// Makes rows of the preferences window. A row shows a key's value, and stores changes at once.
extension Preferences {
  /// - Parameter hint: a second line, if the title needs one.
  func switchRow(_ key: String, _ label: String, hint: String = "") -> ActionRow {
    let control = Switch()
    settings.bind(key, to: control, "active")
    return ActionRow(title: label, subtitle: hint, control)
  }

  func numberRow(
    _ key: String,
    _ label: String,
    _ hint: String,
    within range: ClosedRange<Double>
  ) -> ActionRow {
    let control = SpinButton(from: range.lowerBound, to: range.upperBound, step: 10)
    settings.bind(key, to: control, "value")
    return ActionRow(title: label, subtitle: hint, control)
  }

  /// - Parameter choices: the key's values and their labels.
  func choiceRow(_ key: String, _ label: String, _ choices: [(String, String)]) -> ComboRow {
    let row = ComboRow(title: label)
    row.setChoices(choices.map(\.1))
    settings.bind(key, among: choices.map(\.0), to: row, "selected")
    return row
  }

  /// - Parameter usual: the placeholder in the empty entry: the default value, or an example.
  func entryRow(_ key: String, _ label: String, usual: String) -> ActionRow {
    let entry = TidelineGtk.Entry()
    entry.placeholderText = usual
    // The minimum width in px. In a wide window, the entry takes half of the row.
    entry.setSizeRequest(width: 120)
    entry.setExpand(horizontal: true)
    settings.bind(key, to: entry, "text")
    let hint = usual.firstRange(of: "%s") != nil ? tr("“%s” stands for the reason") : ""
    return ActionRow(title: label, subtitle: hint, entry)
  }

  func colorRow(_ key: String, _ label: String) -> ActionRow {
    let button = ColorButton()
    let shown = Unowned(button)
    button.onChoice { [settings] in settings.set(shown.object.css, for: key) }
    return themedRow(key, label, button) { shown.object.css = $0.isEmpty ? "gray" : $0 }
  }

  func fontRow(_ key: String, _ label: String) -> ActionRow {
    let button = FontButton()
    let (shown, themeFont) = (Unowned(button), button.font)
    button.onChoice { [settings] in settings.set(shown.object.font, for: key) }
    return themedRow(key, label, button) { shown.object.font = $0.isEmpty ? themeFont : $0 }
  }

  /// A row with a chooser for a value, and a button that empties the value to follow the theme.
  private func themedRow(
    _ key: String,
    _ label: String,
    _ chooser: some WidgetConvertible,
    show: @escaping (String) -> Void
  ) -> ActionRow {
    let row = ActionRow(title: label)
    let clear = Button(iconName: "edit-clear-symbolic")
    clear.tooltipText = tr("Follow the Theme")
    // The label names the row, since the window has several such buttons.
    clear.setAccessibleLabel(tr("%s: Follow the Theme", with: label))
    clear.addStyleClass("flat")
    clear.connect("clicked") { [settings] in settings.reset(key) }
    row.add(suffix: clear)
    row.add(suffix: chooser)
    row.setActivatable(chooser)
    // Labels the button inside GTK's chooser, since this button gets the focus.
    for part in chooser.children { part.setAccessibleLabel(label) }
    let (shown, reset) = (Unowned(row), Unowned(clear))
    follow([key], in: row) { preferences in
      let value = preferences.text(key)
      shown.object.setSubtitle(value.isEmpty ? tr("As in the theme") : "")
      shown.object.isSensitive = preferences.settings.isWritable(key)
      reset.object.isSensitive = !value.isEmpty
      show(value)
    }
    return row
  }

  /// A row to choose the indicator's picture file, sensitive while the style is `picture`.
  func pictureRow(_ keys: RowKeys) -> ActionRow {
    let button = Button(label: tr("Choose…"))
    let asking = Unowned(button)
    button.connect("clicked") { [settings] in
      let kind = FileChooser.Kind.picture(name: tr("Pictures"))
      FileChooser.ask(kind, tr("Choose a Picture"), tr("_Open"), over: asking.object) { path in
        settings.set(path, for: keys.picture)
      }
    }
    let row = ActionRow(title: tr("Picture File"), subtitle: "", button)
    let shown = Unowned(row)
    follow([keys.indicator, keys.picture], in: row) { preferences in
      let path = preferences.text(keys.picture)
      let fault = LookFile.fault(of: keys.picture, path)
      let words = path.isEmpty ? tr("None chosen: an arrow is shown") : path
      shown.object.setSubtitle(fault.map { tr("An arrow is shown: %s", with: $0) } ?? words)
      shown.object.isSensitive =
        preferences.text(keys.indicator) == IndicatorChoice.picture.rawValue
        && preferences.settings.isWritable(keys.picture)
    }
    return row
  }

  /// Calls `update` now and after each change of one of the keys, as long as the widget lives.
  func follow(
    _ keys: [String],
    in widget: some WidgetConvertible,
    _ update: @escaping (Preferences) -> Void
  ) {
    let observer = WidgetObserver()
    widget.own(observer, key: "tideline-preferences-\(keys[0])")
    observe(keys, for: observer) { [weak self] _ in if let self { update(self) } }
    update(self)
  }
}

/// The owner of an observation. A widget owns this object, so the observation ends with the widget.
private final class WidgetObserver {}
