import CPullToRefreshGtk
import CTidelineShim
import PullToRefreshGtk

/// The boxes of a table: the table itself, rows and cells.
extension Box {
  /// The largest number of columns in a table.
  public static var mostColumns: Int { Int(TIDELINE_TABLE_COLUMNS) }

  /// A table, whose children are rows. Tab stops only at its links and buttons.
  public static func table() -> Box {
    let table = Box(.vertical, spacing: 0, role: .table)
    tideline_lay_out_table(table.asWidget)
    table.leaveByTab { $0.moveFocusToLink($1) }
    return table
  }

  /// A row of a table, whose children are cells.
  public static func tableRow() -> Box {
    let row = Box(.horizontal, spacing: 0, role: .row)
    tideline_lay_out_row(row.asWidget)
    return row
  }

  /// - Parameters:
  ///   - columns: the number of columns that the cell spans.
  ///   - rows: the number of rows that the cell spans.
  public static func tableCell(isHeader: Bool, columns: Int, rows: Int) -> Box {
    let cell = Box(.vertical, spacing: 0, role: isHeader ? .columnHeader : .cell)
    tideline_set_cell_span(cell.asWidget, Int32(clamping: columns), Int32(clamping: rows))
    return cell
  }

  /// A box that scrolls its content horizontally if the content needs more width than there is.
  public static func wide(_ content: some WidgetConvertible) -> Box {
    tideline_wide_box_new(content.asWidget)
  }
}

extension Widget {
  /// Moves the focus to the next link or button inside the widget.
  fileprivate func moveFocusToLink(_ way: GtkDirectionType) -> Bool {
    guard let focus else { return false }
    let stops = contents.filter {
      let role = gtk_accessible_get_accessible_role(unsafeBitCast($0, to: OpaquePointer.self))
      return $0.pointer == focus.pointer || $0.isMapped && [.link, .button].contains(role)
    }
    return (way == GTK_DIR_TAB_FORWARD ? stops : stops.reversed())
      .drop { $0.pointer != focus.pointer }.dropFirst().contains { $0.grabFocus() }
  }

  private var contents: [Widget] { children.flatMap { [$0] + $0.contents } }
}
