import TidelineGtk

/// Keys that scroll by pages: Space and Backspace, as in every reader. In any scrolled window, Page
/// Up and Page Down do so already.
enum PageKeys {
  /// The part of a page that stays in sight.
  private static let overlap = 0.1

  static func add(to scroller: ScrolledWindow) {
    let place = Unowned(scroller)
    func action(_ name: String, _ direction: Double) -> SimpleAction {
      .named(name) {
        let adjustment = place.object.verticalAdjustment
        adjustment.value += direction * adjustment.pageSize * (1 - overlap)
      }
    }
    let actions = SimpleActionGroup()
    actions.add(action("page-down", 1))
    actions.add(action("page-up", -1))
    scroller.insert(actions, prefix: "reading")
    let keys = ShortcutController.whereFocused()
    keys.bind("space", toAction: "reading.page-down")
    for key in ["<Shift>space", "BackSpace"] { keys.bind(key, toAction: "reading.page-up") }
    scroller.add(keys)
  }
}
