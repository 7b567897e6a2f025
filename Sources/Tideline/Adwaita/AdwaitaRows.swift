import CAdwaita
import TidelineGtk

extension PreferencesPage: WidgetConvertible {
  func add(_ group: PreferencesGroup) { adw_preferences_page_add(self, group) }

  func add(title: String = "", description: String? = nil, _ rows: [any WidgetConvertible]) {
    let group = PreferencesGroup()
    group.set(title: title, description: description)
    for row in rows { group.add(row.asWidget) }
    add(group)
  }
}

extension PreferencesGroup: WidgetConvertible {
  func set(title: String, description: String?) {
    adw_preferences_group_set_title(self, title)
    adw_preferences_group_set_description(self, description)
  }

  func add(_ row: some WidgetConvertible) { adw_preferences_group_add(self, row.asWidget) }

  func remove(_ row: some WidgetConvertible) { adw_preferences_group_remove(self, row.asWidget) }
}

extension ActionRow: WidgetConvertible {
  /// - Parameter title: one line, plain text.
  convenience init(title: String) { self.init(shownTitle: ShownText.line(title)) }

  /// - Parameter control: the control at the row's end, which a click on the row activates.
  convenience init(title: String, subtitle: String, _ control: some WidgetConvertible) {
    self.init(title: title)
    setSubtitle(subtitle)
    add(suffix: control)
    setActivatable(control)
  }

  /// Sets the line below the title, as plain text.
  func setSubtitle(_ text: String) { adw_action_row_set_subtitle(self, ShownText.line(text)) }

  func add(suffix: some WidgetConvertible) {
    suffix.setAlign(vertical: .center)
    adw_action_row_add_suffix(self, suffix.asWidget)
  }

  func add(prefix: some WidgetConvertible) {
    adw_action_row_add_prefix(self, prefix.asWidget)
  }

  /// Sets the control that a click anywhere on the row activates, and that is labeled by the title.
  func setActivatable(_ control: some WidgetConvertible) {
    adw_action_row_set_activatable_widget(self, control.asWidget)
  }
}

extension ComboRow: WidgetConvertible {
  func setChoices(_ choices: [String]) {
    let copies = choices.map { strdup($0) }
    tideline_combo_row_set_choices(self, copies.map { UnsafePointer($0) } + [nil])
    for copy in copies { free(copy) }
  }

  /// The index of the selected choice; nil if there is none.
  var selected: Int? {
    get {
      Int(exactly: adw_combo_row_get_selected(self)).flatMap { $0 < Int(UInt32.max) ? $0 : nil }
    }
    set { adw_combo_row_set_selected(self, newValue.map(UInt32.init) ?? UInt32.max) }
  }

  /// Shows the choice below the title, where a long one has room.
  func showChoiceBelow() { adw_combo_row_set_use_subtitle(self, 1) }

  /// Adds a handler for each change of ``selected``, by the user or by the program.
  func onSelect(_ handler: @escaping () -> Void) { connect("notify::selected", handler) }
}

extension EntryRow: WidgetConvertible {
  /// - Parameters:
  ///   - title: one line, plain text.
  ///   - isPassword: whether the text is hidden, also from a screen reader.
  convenience init(title: String, isPassword: Bool = false) {
    let title = ShownText.line(title)
    if isPassword { self.init(shownPasswordTitle: title) } else { self.init(shownTitle: title) }
    nameButtons()
  }

  /// Gives each button its tooltip as its name: libadwaita names neither the button that shows the
  /// password nor the one that applies the text.
  private func nameButtons() {
    for button in contents.compactMap({ $0.as(Button.self) }) {
      let shown = Unowned(button)
      let name = { shown.object.setAccessibleLabel(shown.object.tooltipText ?? "") }
      name()
      button.connect("notify::tooltip-text", name)
    }
  }

  var text: String {
    get { gtk_editable_get_text(asEditable).map { String(cString: $0) } ?? "" }
    set { gtk_editable_set_text(asEditable, newValue) }
  }

  func selectAll() { gtk_editable_select_region(asEditable, 0, -1) }

  /// Sets the kind of the typed text, so that an on-screen keyboard offers suitable keys.
  func setPurpose(_ purpose: GtkInputPurpose) { adw_entry_row_set_input_purpose(self, purpose) }

  /// Adds a handler for each change of the text, by the user or by the program.
  func onChange(_ handler: @escaping () -> Void) { connect("changed", handler) }

  func onEnter(_ handler: @escaping () -> Void) { connect("entry-activated", handler) }
}
