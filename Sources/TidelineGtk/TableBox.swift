import CTidelineShim
import PullToRefreshGtk

/// Boxes with which a table is built.
extension Box {
  /// The most columns of a table.
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
  ///   - columns: how many columns it takes.
  ///   - rows: how many rows it takes.
  public static func tableCell(isHeader: Bool, columns: Int, rows: Int) -> Box {
    let cell = Box(.vertical, spacing: 0, role: isHeader ? .columnHeader : .cell)
    tideline_set_cell_span(cell.asWidget, Int32(clamping: columns), Int32(clamping: rows))
    return cell
  }

  /// A box that scrolls its content to the side if there is less room than the content needs.
  public static func wide(_ content: some WidgetConvertible) -> Box {
    tideline_wide_box_new(content.asWidget)
  }
}
