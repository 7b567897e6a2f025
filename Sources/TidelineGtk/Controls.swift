import CPullToRefreshGtk
import CTidelineShim
import PullToRefreshGtk

extension WidgetConvertible {
  /// Names a control that shows only an icon, for a screen reader and as its tooltip.
  ///
  /// - Parameter tip: the tooltip, if it says more than the name, such as the control's key.
  public func setName(_ name: String, tip: String? = nil) {
    tooltipText = tip ?? name
    setAccessibleLabel(name)
  }
}

extension Button {
  public static func make(_ label: String, clicked: @escaping () -> Void) -> Button {
    let button = Button(label: label)
    button.connect("clicked", clicked)
    return button
  }

  /// A button with round ends, which activates an action.
  public static func pill(_ label: String, action: String? = nil) -> Button {
    let button = Button(label: label)
    button.setAction(action)
    button.addStyleClass("pill")
    button.wrapText()
    return button
  }

  public static func flat(_ icon: String, _ name: String, tip: String? = nil) -> Button {
    let button = Button(iconName: icon)
    button.addStyleClass("flat")
    button.setName(name, tip: tip)
    return button
  }

  /// Sets an icon to show instead of a label.
  public func setIcon(name: String) { gtk_button_set_icon_name(self, name) }

  /// Lets the button's text wrap, for languages with long words in a narrow window.
  public func wrapText() {
    guard let label = children.first?.as(Label.self) else { return }
    label.wrap()
    gtk_label_set_justify(label, GTK_JUSTIFY_CENTER)
  }
}

extension ToggleButton: WidgetConvertible {
  /// Makes a click toggle an action that is on or off, as `group.name`. The button shows the
  /// action's state.
  public func setAction(_ name: String?) {
    asButton.setAction(name)
  }

  public func setIcon(name: String) { asButton.setIcon(name: name) }

  public var isActive: Bool {
    get { gtk_toggle_button_get_active(self) != 0 }
    set { gtk_toggle_button_set_active(self, newValue ? 1 : 0) }
  }

  /// Makes the button one of a group, of which one is active at a time.
  public func join(_ other: ToggleButton) { gtk_toggle_button_set_group(self, other) }
}

extension MenuButton: WidgetConvertible {
  public static func make(_ icon: String, _ name: String, isFlat: Bool = false) -> MenuButton {
    let button = MenuButton()
    gtk_menu_button_set_icon_name(button, icon)
    button.setName(name)
    if isFlat { button.addStyleClass("flat") }
    return button
  }

  public func setMenu(_ menu: Menu) {
    gtk_menu_button_set_menu_model(self, menu.asMenuModel)
    let button = Unowned(self)
    popover?.connect("show") { button.object.fitMenu() }
  }

  private var popover: Widget? {
    gtk_menu_button_get_popover(self).map { unsafeBitCast($0, to: Widget.self) }
  }

  /// Fits the open menu into a narrow window: leaves out the keys, then breaks long lines.
  private func fitMenu() {
    guard let popover, let width = window?.width else { return }
    let labels = popover.contents.compactMap { $0.as(Label.self) }
    let keys = labels.filter {
      String(cString: gtk_widget_get_css_name($0.asWidget)) == "accelerator"
    }
    for key in keys { key.isVisible = true }
    guard popover.naturalWidth > width else { return }
    for key in keys { key.isVisible = false }
    for chars in [20, 16, 12, 8] where popover.naturalWidth > width {
      for label in labels {
        label.wrap()
        label.maxWidthChars = chars
      }
    }
  }

  public func popUp() { gtk_menu_button_popup(self) }

  /// Makes F10 open the menu.
  public func setPrimary() { gtk_menu_button_set_primary(self, 1) }
}

extension ColorButton: WidgetConvertible {
  /// The shown color in CSS notation, such as `rgb(0,128,255)`. A text that is no color is
  /// ignored.
  public var css: String {
    get {
      var color = GdkRGBA()
      gtk_color_chooser_get_rgba(pointer, &color)
      return String(taking: gdk_rgba_to_string(&color)) ?? ""
    }
    set {
      var color = GdkRGBA()
      if gdk_rgba_parse(&color, newValue) != 0 { gtk_color_chooser_set_rgba(pointer, &color) }
    }
  }

  public func onChoice(_ handler: @escaping () -> Void) { connect("color-set", handler) }
}

extension FontButton: WidgetConvertible {
  /// The shown font in Pango's notation, such as `Cantarell Bold 13`.
  public var font: String {
    get { String(taking: gtk_font_chooser_get_font(pointer)) ?? "" }
    set { gtk_font_chooser_set_font(pointer, newValue) }
  }

  public func onChoice(_ handler: @escaping () -> Void) { connect("font-set", handler) }

  /// The size in a font's description, in points, or in px if the description has px; 0 if it has
  /// no size.
  public static func size(of font: String) -> Double {
    let description = pango_font_description_from_string(font)
    defer { pango_font_description_free(description) }
    return Double(pango_font_description_get_size(description)) / Double(PANGO_SCALE)
  }
}

extension Switch: WidgetConvertible {
  public var isActive: Bool {
    get { gtk_switch_get_active(self) != 0 }
    set { gtk_switch_set_active(self, newValue ? 1 : 0) }
  }

  /// Calls `handler` after each change, by the user or by code.
  public func onChange(_ handler: @escaping () -> Void) { connect("notify::active", handler) }
}

extension SpinButton: WidgetConvertible {}

extension Entry: WidgetConvertible {
  public var text: String {
    get { gtk_editable_get_text(asEditable).map { String(cString: $0) } ?? "" }
    set { gtk_editable_set_text(asEditable, newValue) }
  }

  /// The faint text that is shown while the entry is empty.
  public var placeholderText: String? {
    get { gtk_entry_get_placeholder_text(self).map { String(cString: $0) } }
    set { gtk_entry_set_placeholder_text(self, newValue) }
  }

  /// Shows a dot in place of each letter, as for a password.
  public func hideText() {
    gtk_entry_set_visibility(self, 0)
    gtk_entry_set_input_purpose(self, GTK_INPUT_PURPOSE_PASSWORD)
  }

  /// Makes Enter press the default button of the window.
  public func activateDefault() { gtk_entry_set_activates_default(self, 1) }

  /// Calls `handler` after each change of the text, by the user or by code.
  public func onChange(_ handler: @escaping () -> Void) { connect("changed", handler) }
}

extension SearchEntry: WidgetConvertible {
  public var text: String {
    get { gtk_editable_get_text(asEditable).map { String(cString: $0) } ?? "" }
    set { gtk_editable_set_text(asEditable, newValue) }
  }

  /// The pause after a change before ``onSearch(_:)`` calls its handler, in ms; 150 by default.
  public var searchDelay: Int {
    get { Int(gtk_search_entry_get_search_delay(self)) }
    set { gtk_search_entry_set_search_delay(self, guint(newValue)) }
  }

  /// Calls `handler` after a change of the text, once the user pauses; at once if it was cleared.
  public func onSearch(_ handler: @escaping () -> Void) { connect("search-changed", handler) }

  /// Calls `handler` when the user asks for the next match (Ctrl+G) or the previous (Ctrl+Shift+G).
  public func onMove(_ handler: @escaping (_ isForward: Bool) -> Void) {
    connect("next-match") { handler(true) }
    connect("previous-match") { handler(false) }
  }

  /// Makes the entry of a realized window ready for keys before the next frame. GTK drops keys for
  /// a widget that is not realized, and a search bar that opens realizes its entry in that frame.
  public func realize() {
    guard let window, gtk_widget_get_realized(window.asWidget) != 0 else { return }
    for part in children { gtk_widget_realize(part) }
  }

  /// Moves the cursor behind the text, and selects nothing.
  public func moveCursorToEnd() { gtk_editable_set_position(asEditable, -1) }

  /// Selects the whole text, so that typing replaces it.
  public func selectAll() { gtk_editable_select_region(asEditable, 0, -1) }
}

extension SearchBar: WidgetConvertible {
  public func setChild(_ child: some WidgetConvertible) {
    gtk_search_bar_set_child(self, child.asWidget)
  }

  /// Connects an entry: Esc in the entry closes the bar, and closing the bar empties the entry.
  public func connect(to entry: SearchEntry) {
    gtk_search_bar_connect_entry(self, entry.asEditable)
  }

  /// Whether the bar is open.
  public var isSearchModeEnabled: Bool {
    get { gtk_search_bar_get_search_mode(self) != 0 }
    set { gtk_search_bar_set_search_mode(self, newValue ? 1 : 0) }
  }

  /// Calls `handler` after the bar was opened or closed, by the user or by code.
  public func onOpenChange(_ handler: @escaping () -> Void) {
    connect("notify::search-mode-enabled", handler)
  }
}

extension TextView {
  /// Makes the text read-only; it can still be selected and copied.
  public func setReadOnly() {
    gtk_text_view_set_editable(self, 0)
    gtk_text_view_set_cursor_visible(self, 0)
  }

  public func setMonospace() { gtk_text_view_set_monospace(self, 1) }

  /// Breaks lines between words.
  public func wrapWords() { gtk_text_view_set_wrap_mode(self, GTK_WRAP_WORD_CHAR) }

  /// The empty space around the text, in application pixels.
  public func setPadding(_ padding: Int) {
    gtk_text_view_set_top_margin(self, Int32(padding))
    gtk_text_view_set_bottom_margin(self, Int32(padding))
    gtk_text_view_set_left_margin(self, Int32(padding))
    gtk_text_view_set_right_margin(self, Int32(padding))
  }
}

extension Separator: WidgetConvertible {}
