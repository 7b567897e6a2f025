import CAdwaita
import TidelineGtk

extension ViewStack: WidgetConvertible {
  /// Adds a page, with what the switcher shows of it.
  func add(_ page: some WidgetConvertible, title: String, icon: String) {
    let page = adw_view_stack_add_titled(self, page.asWidget, nil, title)
    adw_view_stack_page_set_icon_name(page, icon)
  }
}

extension ViewSwitcherTitle: WidgetConvertible {
  /// Whether the room is too narrow for the switcher, and the title stands in its place.
  var showsTitle: Bool { adw_view_switcher_title_get_title_visible(self) != 0 }

  /// Calls after each change of that.
  func onShowsTitle(_ handler: @escaping () -> Void) { connect("notify::title-visible", handler) }
}

extension ViewSwitcherBar: WidgetConvertible {}

extension Clamp: WidgetConvertible {
  /// How wide the child grows at most, in application pixels.
  var maximumSize: Int {
    get { Int(adw_clamp_get_maximum_size(self)) }
    set { adw_clamp_set_maximum_size(self, Int32(newValue)) }
  }
}
