import CPullToRefreshShim

extension ScrolledWindow: WidgetConvertible {
  /// A scrolled window around a list, or around any other widget.
  public convenience init(_ child: some WidgetConvertible) {
    self.init()
    self.child = child.asWidget
  }

  /// The widget that is scrolled.
  public var child: Widget? {
    get { gtk_scrolled_window_get_child(self) }
    set { gtk_scrolled_window_set_child(self, newValue) }
  }

  /// The vertical scroll position.
  package var verticalAdjustment: Adjustment { gtk_scrolled_window_get_vadjustment(self) }

  /// The horizontal scroll position, counted from the content's left end.
  package var horizontalAdjustment: Adjustment { gtk_scrolled_window_get_hadjustment(self) }

  /// The axes along which the content may be larger than the window.
  package var scrolls: (horizontally: Bool, vertically: Bool) {
    var (horizontal, vertical) = (PolicyType.automatic, PolicyType.automatic)
    gtk_scrolled_window_get_policy(self, &horizontal, &vertical)
    return (horizontal != .never, vertical != .never)
  }

  /// Whether releasing a moving finger flings the content.
  package var isKineticScrolling: Bool {
    get { gtk_scrolled_window_get_kinetic_scrolling(self) != 0 }
    set { gtk_scrolled_window_set_kinetic_scrolling(self, newValue ? 1 : 0) }
  }

  /// Ends GTK's fling or spring-back at the content's present position. While one is under way, GTK
  /// does not notice when code moves the content: the next finger would continue from the old
  /// position.
  package func endDeceleration() {
    guard isKineticScrolling else { return }
    isKineticScrolling = false
    isKineticScrolling = true
  }
}

extension WidgetConvertible {
  /// This widget as a scrolled window; nil if it is none.
  package var asScrolledWindow: ScrolledWindow? {
    guard tideline_is_scrolled_window(asWidget) else { return nil }
    return unsafeBitCast(asWidget, to: ScrolledWindow.self)
  }
}
