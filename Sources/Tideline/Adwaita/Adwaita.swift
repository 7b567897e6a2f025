import CAdwaita
import TidelineGtk

extension AdwApplication: ObjectConvertible {}

extension ApplicationWindow: WidgetConvertible {
  var content: Widget? {
    get { adw_application_window_get_content(self) }
    set { adw_application_window_set_content(self, newValue) }
  }

  /// Adds the action `win.NAME`, which GTK also exports on D-Bus.
  func add(_ action: SimpleAction) { asActionMap.add(action) }

  func removeActions() { asActionMap.removeAll() }
}

extension HeaderBar: WidgetConvertible {
  func packStart(_ child: some WidgetConvertible) {
    adw_header_bar_pack_start(self, child.asWidget)
  }
  /// Sets at which ends of the bar the window's controls, such as the close button, may appear.
  func showTitleButtons(start: Bool, end: Bool) {
    adw_header_bar_set_show_start_title_buttons(self, start ? 1 : 0)
    adw_header_bar_set_show_end_title_buttons(self, end ? 1 : 0)
  }

  func packEnd(_ child: some WidgetConvertible) { adw_header_bar_pack_end(self, child.asWidget) }

  func setTitle(_ title: some WidgetConvertible) {
    adw_header_bar_set_title_widget(self, title.asWidget)
  }
}

extension WindowTitle: WidgetConvertible {
  func set(title: String, subtitle: String) {
    adw_window_title_set_title(self, ShownText.line(title, limit: 200))
    adw_window_title_set_subtitle(self, ShownText.line(subtitle, limit: 200))
  }
}

extension StatusPage: WidgetConvertible {
  /// - Parameter description: a sentence or two, plain text.
  func set(icon: String?, title: String, description: String?) {
    adw_status_page_set_icon_name(self, icon)
    adw_status_page_set_title(self, title)
    keepLabelsWide()
    adw_status_page_set_description(self, description.map { Markup(ShownText.line($0)).source })
  }

  func setChild(_ child: some WidgetConvertible) {
    adw_status_page_set_child(self, child.asWidget)
  }
}
