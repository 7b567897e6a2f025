import CAdwaita
import TidelineGtk

extension ViewStack: WidgetConvertible {
  /// Adds a page, with its title and icon in the switcher.
  func add(_ page: some WidgetConvertible, title: String, icon: String) {
    let page = adw_view_stack_add_titled(self, page.asWidget, nil, title)
    adw_view_stack_page_set_icon_name(page, icon)
  }
}

extension ViewSwitcherTitle: WidgetConvertible {
  /// Whether the space is too narrow for the switcher; the title then replaces the switcher.
  var showsTitle: Bool { adw_view_switcher_title_get_title_visible(self) != 0 }

  /// Adds a handler for each change of ``showsTitle``.
  func onShowsTitle(_ handler: @escaping () -> Void) { connect("notify::title-visible", handler) }
}

extension ViewSwitcherBar: WidgetConvertible {}

extension Clamp: WidgetConvertible {
  /// The maximum width of the child, in application pixels.
  var maximumSize: Int {
    get { Int(adw_clamp_get_maximum_size(self)) }
    set { adw_clamp_set_maximum_size(self, Int32(newValue)) }
  }
}
