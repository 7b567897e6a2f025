import CAdwaita
import TidelineGtk

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
