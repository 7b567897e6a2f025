import CPullToRefreshGtk
import CPullToRefreshShim

extension ListModel: ObjectConvertible {}
extension ListItem: ObjectConvertible {}
extension SignalListItemFactory: ObjectConvertible {}

extension ListView: WidgetConvertible {
  /// Calls the handler when a row is activated, by a click or by Enter.
  @discardableResult
  public func onActivate(_ handler: @escaping (_ position: Int) -> Void) -> SignalConnection {
    connect("activate") {
      handler(Int($0.unsigned(1)))
      return false
    }
  }
}

extension WidgetConvertible {
  /// Scrolls a row of a list view, grid view or column view into view, with the least movement. A
  /// hidden view scrolls when it is shown. The row is neither selected nor focused.
  ///
  /// GTK 4.12 and newer have functions for it, which are looked up at run time. In older versions
  /// it is an action of the list widget.
  ///
  /// - Parameter position: the row's position, from 0.
  /// - Returns: false for any other widget, and if there is no such row.
  @discardableResult
  public func scroll(toItem position: Int) -> Bool {
    guard let position = UInt32(exactly: position) else { return false }
    return tideline_list_scroll_to_item(asWidget, position)
  }

  /// Scrolls the last row into view.
  @discardableResult
  package func scrollToLastItem() -> Bool { tideline_list_scroll_to_last(asWidget) }

  /// Observes the rows of a list view, grid view or column view.
  ///
  /// - Returns: nil for another widget.
  package func onRowsChanged(_ handler: @escaping (RowsChange) -> Void) -> SignalConnection? {
    guard let model = tideline_list_model(asWidget) else { return nil }
    return model.connect("items-changed") {
      let (position, added) = (Int($0.unsigned(1)), Int($0.unsigned(3)))
      let count = Int(g_list_model_get_n_items($0.object(0, ListModel.self)))
      handler(
        RowsChange(
          position: position,
          removed: Int($0.unsigned(2)),
          added: added,
          rowsAfter: count - position - added
        )
      )
      return false
    }
  }
}

/// A change of a list's rows: a range that was replaced.
package struct RowsChange: Sendable {
  package let position: Int
  package let removed: Int
  package let added: Int
  /// The number of rows after the range.
  package let rowsAfter: Int
}

extension SignalListItemFactory {
  /// The phase of a row's life.
  public enum Phase: String {
    /// A row widget must be made.
    case setup
    /// An item will be shown in the row.
    case bind
    /// The row no longer shows the item.
    case unbind
    /// The row widget is released.
    case teardown
  }

  /// Calls the handler whenever a row enters a phase.
  public func on(_ phase: Phase, _ handler: @escaping (ListItem) -> Void) {
    connect(phase.rawValue) {
      handler($0.object(1, ListItem.self))
      return false
    }
  }
}

extension ListItem {
  /// The widget of the row; nil for none.
  public var child: Widget? {
    get { gtk_list_item_get_child(self) }
    set { gtk_list_item_set_child(self, newValue) }
  }

  /// The position of the row's item. It changes with the item, and has no meaning without one.
  public var position: Int { Int(gtk_list_item_get_position(self)) }

  /// The key shown in this row; nil while there is none, and for a model that is not a
  /// ``KeyListModel``.
  public var key: Int64? {
    guard let item = gtk_list_item_get_item(self) else { return nil }
    var key: Int64 = 0
    return tideline_key_list_item_key(unsafeBitCast(item, to: Object.self), &key) ? key : nil
  }
}

extension ListBox: WidgetConvertible {
  /// Adds a row with an accessible name.
  ///
  /// - Parameters:
  ///   - child: the content of the row.
  ///   - position: the index of the row; nil for the end.
  ///   - name: the name that a screen reader speaks.
  ///   - isSelectable: false for a row that only separates others, such as a heading.
  public func insert(
    _ child: some WidgetConvertible,
    at position: Int? = nil,
    name: String,
    isSelectable: Bool = true
  ) {
    gtk_list_box_insert(self, child.asWidget, Int32(position ?? -1))
    guard let row = child.parent else { return }
    row.setAccessibleLabel(name)
    guard !isSelectable else { return }
    let heading = unsafeBitCast(row.pointer, to: UnsafeMutablePointer<GtkListBoxRow>.self)
    gtk_list_box_row_set_selectable(heading, 0)
    gtk_list_box_row_set_activatable(heading, 0)
    gtk_widget_set_focusable(row, 0)
  }

  /// Removes a row. Headings count as rows; a position without a row is ignored.
  public func remove(at position: Int) {
    guard let row = gtk_list_box_get_row_at_index(self, Int32(position)) else { return }
    gtk_list_box_remove(self, unsafeBitCast(row, to: Widget.self))
  }
}

extension GridView: WidgetConvertible {}

extension ColumnViewColumn: ObjectConvertible {}

extension ColumnView: WidgetConvertible {
  /// Adds a column after the others.
  public func append(_ column: ColumnViewColumn) { gtk_column_view_append_column(self, column) }
}
