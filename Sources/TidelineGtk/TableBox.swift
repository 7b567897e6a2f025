import CTidelineShim
import PullToRefreshGtk

/// The boxes of a table: the table itself, rows and cells.
extension Box {
  /// The largest number of columns in a table.
  public static var mostColumns: Int { Int(TIDELINE_TABLE_COLUMNS) }

  /// A table, whose children are rows.
  public static func table() -> Box {
    let table = Box(.vertical, spacing: 0, role: .table)
    tideline_lay_out_table(table.asWidget)
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
