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

extension ViewStack: WidgetConvertible {
  func add(_ page: some WidgetConvertible, title: String, icon: String) {
    let page = adw_view_stack_add_titled(self, page.asWidget, nil, title)
    adw_view_stack_page_set_icon_name(page, icon)
  }
}

extension ViewSwitcherTitle: WidgetConvertible {
  /// Whether the space is too narrow for the switcher; the title then replaces the switcher.
  var showsTitle: Bool { adw_view_switcher_title_get_title_visible(self) != 0 }

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

extension Flap: WidgetConvertible {
  /// Sets the pane at the start of the content, which can be hidden.
  func setFlap(_ pane: some WidgetConvertible) { adw_flap_set_flap(self, pane.asWidget) }

  func setSeparator(_ line: some WidgetConvertible) { adw_flap_set_separator(self, line.asWidget) }

  func setContent(_ content: some WidgetConvertible) {
    adw_flap_set_content(self, content.asWidget)
  }

  /// Whether the flap covers the content instead of being beside it.
  var isFolded: Bool {
    get { adw_flap_get_folded(self) != 0 }
    set {
      adw_flap_set_fold_policy(
        self,
        newValue ? ADW_FLAP_FOLD_POLICY_ALWAYS : ADW_FLAP_FOLD_POLICY_NEVER
      )
    }
  }

  var isRevealed: Bool {
    get { adw_flap_get_reveal_flap(self) != 0 }
    set { adw_flap_set_reveal_flap(self, newValue ? 1 : 0) }
  }

  /// The visible part of the flap, from 0 to 1.
  var revealProgress: Double { adw_flap_get_reveal_progress(self) }

  /// Sets whether the flap slides, which is libadwaita's default. If not, the flap's spring
  /// animation ends within a millisecond, so the flap appears or disappears within one frame.
  func setSlides(_ slides: Bool) {
    let spring = slides ? adw_spring_params_new(1, 0.5, 500) : adw_spring_params_new(1, 1, 1e10)
    adw_flap_set_reveal_params(self, spring)
    adw_spring_params_unref(spring)
  }

  /// Sets whether a swipe shows the hidden flap.
  func setSwipeToOpen(_ canSwipe: Bool) {
    adw_flap_set_swipe_to_open(self, canSwipe ? 1 : 0)
  }
}

extension Leaflet: WidgetConvertible {
  func append(_ child: some WidgetConvertible) { adw_leaflet_append(self, child.asWidget) }

  /// Adds a child that is visible only beside others, such as a line between them.
  func append(separator: some WidgetConvertible) {
    adw_leaflet_page_set_navigatable(adw_leaflet_append(self, separator.asWidget), 0)
  }

  /// Whether only one child is visible at a time.
  var isFolded: Bool { adw_leaflet_get_folded(self) != 0 }

  func show(_ child: some WidgetConvertible) {
    adw_leaflet_set_visible_child(self, child.asWidget)
  }

  func shows(_ child: some WidgetConvertible) -> Bool {
    adw_leaflet_get_visible_child(self)?.pointer == child.pointer
  }

  /// Sets whether a swipe, a mouse's back button or Alt+Left leads back to the previous child.
  func setSwipeBack(_ canSwipe: Bool) {
    adw_leaflet_set_can_navigate_back(self, canSwipe ? 1 : 0)
  }
}
