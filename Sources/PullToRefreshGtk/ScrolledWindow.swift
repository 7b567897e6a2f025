import CPullToRefreshShim

extension ScrolledWindow: WidgetConvertible {
  /// A scrolled window around a list, or around any other widget.
  public convenience init(_ child: some WidgetConvertible) {
    self.init()
    self.child = child.asWidget
  }

  /// What scrolls in it.
  public var child: Widget? {
    get { gtk_scrolled_window_get_child(self) }
    set { gtk_scrolled_window_set_child(self, newValue) }
  }

  /// How far it is scrolled down.
  public var verticalAdjustment: Adjustment { gtk_scrolled_window_get_vadjustment(self) }

  /// How far it is scrolled to the right of its content's left end.
  package var horizontalAdjustment: Adjustment { gtk_scrolled_window_get_hadjustment(self) }

  /// Along which axes its content may be larger than it.
  package var scrolls: (horizontally: Bool, vertically: Bool) {
    var (horizontal, vertical) = (PolicyType.automatic, PolicyType.automatic)
    gtk_scrolled_window_get_policy(self, &horizontal, &vertical)
    return (horizontal != .never, vertical != .never)
  }

  /// When its scroll bars are there.
  public func setPolicy(horizontal: PolicyType, vertical: PolicyType) {
    gtk_scrolled_window_set_policy(self, horizontal, vertical)
  }

  /// Whether a finger that lets go flings the content.
  package var isKineticScrolling: Bool {
    get { gtk_scrolled_window_get_kinetic_scrolling(self) != 0 }
    set { gtk_scrolled_window_set_kinetic_scrolling(self, newValue ? 1 : 0) }
  }

  /// Ends GTK's fling or spring-back where the content stands now. While one is under way, GTK does
  /// not notice that code moves the content: the next finger would go on from where it was before.
  package func endDeceleration() {
    guard isKineticScrolling else { return }
    isKineticScrolling = false
    isKineticScrolling = true
  }

  /// Gives the keyboard's focus to the content; where nothing in it takes the focus by itself, to
  /// the scrolled window, which then scrolls by the keys.
  package func takeFocusInside() {
    child?.grabFocus()
    if !containsFocus { takeFocus() }
  }

  /// Calls when touch, touchpad or wheel passes an edge by 100 px. See
  /// `GtkScrolledWindow::edge-overshot`; a fling never does.
  @discardableResult
  package func onEdgeOvershot(_ handler: @escaping (PositionType) -> Void) -> SignalConnection {
    typealias Handler = (PositionType) -> Void
    let id = tideline_connect_edge_overshot(self, target(owning: Closure<Handler>(handler))) {
      context,
      edge in
      MainActor.assumeIsolated { Closure<Handler>.from(context)(edge) }
    }
    return SignalConnection(self, id)
  }
}

extension WidgetConvertible {
  /// This widget, when it is a scrolled window.
  package var asScrolledWindow: ScrolledWindow? {
    guard tideline_is_scrolled_window(asWidget) else { return nil }
    return unsafeBitCast(asWidget, to: ScrolledWindow.self)
  }
}
