import CPullToRefreshGtk
import CPullToRefreshShim

extension CPullToRefreshGtk.Box: WidgetConvertible {
  /// Adds a widget before the others.
  public func prepend(_ child: some WidgetConvertible) { gtk_box_prepend(self, child.asWidget) }
  /// Adds a widget after the others.
  public func append(_ child: some WidgetConvertible) { gtk_box_append(self, child.asWidget) }
  /// Removes a widget, which must be in the box.
  public func remove(_ child: some WidgetConvertible) { gtk_box_remove(self, child.asWidget) }

  /// Moves a child after another one, or to the start of the box (nil). A widget that is not in the
  /// box yet is added.
  public func place(_ child: some WidgetConvertible, after sibling: Widget?) {
    if child.parent?.pointer == pointer {
      gtk_box_reorder_child_after(self, child.asWidget, sibling)
    } else {
      gtk_box_insert_child_after(self, child.asWidget, sibling)
    }
  }
}

extension CenterBox: WidgetConvertible {
  /// The widget in the center, whatever is beside it.
  package var center: Widget? {
    get { gtk_center_box_get_center_widget(self) }
    set { gtk_center_box_set_center_widget(self, newValue) }
  }

  /// The widget at the end of the line: at the right, or at the left in right-to-left reading.
  package var end: Widget? {
    get { gtk_center_box_get_end_widget(self) }
    set { gtk_center_box_set_end_widget(self, newValue) }
  }
}

extension Overlay: WidgetConvertible {
  package var child: Widget? {
    get { gtk_overlay_get_child(self) }
    set { gtk_overlay_set_child(self, newValue) }
  }

  package func add(overlay child: some WidgetConvertible) {
    gtk_overlay_add_overlay(self, child.asWidget)
  }
}

extension ScrolledWindow: WidgetConvertible {
  /// A scrolled window around a list, or around any other widget.
  public convenience init(_ child: some WidgetConvertible) {
    self.init()
    self.child = child.asWidget
  }

  /// The widget that is scrolled; nil for none.
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
    guard isA(gtk_scrolled_window_get_type()) else { return nil }
    return unsafeBitCast(asWidget, to: ScrolledWindow.self)
  }
}

extension ScrolledWindow {
  /// Calls the handler when touch, touchpad or wheel passes an edge by 100 px; a fling never does.
  /// See `GtkScrolledWindow::edge-overshot`.
  ///
  /// - Parameter handler: receives the signal's `GtkPositionType`.
  @discardableResult
  package func onEdgeOvershot(_ handler: @escaping (PositionType) -> Void) -> SignalConnection {
    connect("edge-overshot") {
      if let side = PositionType(rawValue: $0.enumeration(1)) { handler(side) }
      return false
    }
  }
}

/// The position of a view in its content. For a scrolled window all values are application pixels.
extension Adjustment: ObjectConvertible {
  package var value: Double {
    get { gtk_adjustment_get_value(self) }
    set { gtk_adjustment_set_value(self, newValue) }
  }

  package var lower: Double { gtk_adjustment_get_lower(self) }
  package var upper: Double { gtk_adjustment_get_upper(self) }
  package var pageSize: Double { gtk_adjustment_get_page_size(self) }
}
