import CPullToRefreshGtk
import CTidelineShim
import PullToRefreshGtk

/// The functions of a layout whose height depends on its width.
private final class Layout {
  /// Returns a size along an orientation for the other one, which is -1 if it is unknown.
  let measure: (Widget, Orientation, Int) -> (minimum: Int, natural: Int)
  let allocate: (Widget, _ width: Int, _ height: Int) -> Void

  static let key = "tideline-layout"

  init(
    measure: @escaping (Widget, Orientation, Int) -> (minimum: Int, natural: Int),
    allocate: @escaping (Widget, Int, Int) -> Void
  ) {
    (self.measure, self.allocate) = (measure, allocate)
  }
}

extension Widget {
  fileprivate func lay(out layout: Layout) {
    own(layout, key: Layout.key)
    let manager = gtk_custom_layout_new(
      { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
      { widget, orientation, size, minimum, natural, minimumBaseline, naturalBaseline in
        let widget = unsafeBitCast(widget, to: Widget.self)
        let found = MainActor.assumeIsolated {
          widget.owned(Layout.self, key: Layout.key)?.measure(widget, orientation, Int(size))
        }
        minimum?.pointee = Int32(found?.minimum ?? 0)
        natural?.pointee = Int32(found?.natural ?? 0)
        minimumBaseline?.pointee = -1
        naturalBaseline?.pointee = -1
      },
      { widget, width, height, _ in
        let widget = unsafeBitCast(widget, to: Widget.self)
        MainActor.assumeIsolated {
          widget.owned(Layout.self, key: Layout.key)?.allocate(widget, Int(width), Int(height))
        }
      }
    )
    gtk_widget_set_layout_manager(self, manager)
  }

  fileprivate func measured(
    _ orientation: Orientation,
    for size: Int = -1
  ) -> (minimum: Int, natural: Int) {
    var (minimum, natural) = (Int32(0), Int32(0))
    gtk_widget_measure(self, orientation, Int32(size), &minimum, &natural, nil, nil)
    return (Int(minimum), Int(natural))
  }

  /// Gives a child its place in this widget; in right-to-left reading, mirrored within `room`.
  fileprivate func allocate(
    _ child: Widget,
    x: Int,
    y: Int,
    width: Int,
    height: Int,
    within room: Int
  ) {
    let left = isRightToLeft ? room - x - width : x
    var place = GtkAllocation(
      x: Int32(left),
      y: Int32(y),
      width: Int32(width),
      height: Int32(height)
    )
    gtk_widget_size_allocate(child, &place, -1)
  }
}

extension Picture {
  /// A box that shows the picture in the size of its paintable, or scaled down to the space that
  /// there is, at the start of the line. GtkPicture itself grows with its room, or shrinks to
  /// nothing, depending on GTK's version.
  public func inItsOwnSize(width: Int, height: Int) -> Box {
    let box = Box(.horizontal, spacing: 0)
    box.append(self)
    let ratio = Double(height) / Double(max(1, width))
    let layout = Layout { _, orientation, room in
      guard orientation == .vertical else { return (0, width) }
      let natural = Int(ratio * Double(room < 0 ? width : min(width, room)) + 0.5)
      // Without a width, the picture's smallest height is unknown.
      return (room < 0 ? 0 : natural, natural)
    } allocate: { box, room, _ in
      let shown = min(room, width)
      let height = Int(ratio * Double(shown) + 0.5)
      for child in box.children {
        box.allocate(child, x: 0, y: 0, width: shown, height: height, within: room)
      }
    }
    box.asWidget.lay(out: layout)
    return box
  }
}

extension Box {
  /// A box that scrolls its content horizontally if the content needs more width than there is.
  /// GtkScrolledWindow does not measure its child's height for the width that the child will have.
  public static func wide(_ content: some WidgetConvertible) -> Box {
    let (box, scroller) = (Box(.horizontal, spacing: 0), ScrolledWindow(content))
    scroller.setPolicy(horizontal: .automatic, vertical: .never)
    // The bar stays in sight: a row of cells can be cut exactly between two columns.
    gtk_scrolled_window_set_overlay_scrolling(scroller, 0)
    // Keeps the viewport from scrolling to the start of a focused label that is already in sight.
    if let viewport = scroller.child, viewport.isViewport {
      gtk_viewport_set_scroll_to_focus(viewport.pointer, 0)
    }
    box.append(scroller)
    let (shown, bar) = (Unowned(content.asWidget), Unowned(scroller))
    let layout = Layout { _, orientation, room in
      let content = shown.object
      let width = content.measured(.horizontal)
      guard orientation == .vertical else { return (min(width.minimum, leastWide), width.natural) }
      guard room >= 0 else { return content.measured(.vertical) }
      let height = content.measured(.vertical, for: max(room, width.minimum)).natural
      let own = room < width.minimum ? height + Int(tideline_bar_height(bar.object)) : height
      return (own, own)
    } allocate: { box, width, height in
      box.allocate(bar.object.asWidget, x: 0, y: 0, width: width, height: height, within: width)
    }
    box.asWidget.lay(out: layout)
    return box
  }

  /// The largest minimum width of scrollable content, in px: it must not widen the window.
  private static let leastWide = 48

  /// A box whose children have one size, in as many columns as fit.
  public static func flow(role: AccessibleRole) -> Box {
    let (box, gap) = (Box(.horizontal, spacing: 0, role: role), 6)
    func largest(_ box: Widget, _ orientation: Orientation) -> (minimum: Int, natural: Int) {
      let sizes = box.children.map { $0.measured(orientation) }
      return (sizes.map(\.minimum).max() ?? 0, sizes.map(\.natural).max() ?? 0)
    }
    func columns(_ box: Widget, _ width: Int) -> Int {
      let least = largest(box, .horizontal).minimum
      return max(1, min((width + gap) / (least + gap), box.children.count))
    }
    let layout = Layout { box, orientation, room in
      let (size, count) = (largest(box, orientation), box.children.count)
      guard orientation == .vertical else {
        return (size.minimum, count * (size.natural + gap) - gap)
      }
      let perLine = room < 0 ? count : columns(box, room)
      let lines = perLine == 0 ? 1 : (count + perLine - 1) / perLine
      let height = lines * (size.natural + gap) - gap
      return (height, height)
    } allocate: { box, width, _ in
      let (columns, height) = (columns(box, width), largest(box, .vertical).natural)
      let size = (width + gap) / columns - gap
      for (place, child) in box.children.enumerated() {
        let (x, y) = (place % columns * (size + gap), place / columns * (height + gap))
        box.allocate(child, x: x, y: y, width: size, height: height, within: width)
      }
    }
    box.asWidget.lay(out: layout)
    return box
  }
}

// MARK: Tables

/// The columns of a table's cells.
package nonisolated enum TableGrid {
  /// The largest number of columns; the cells of further columns share the last one.
  package static let mostColumns = 100

  /// Places cells as HTML does: each in the next column that no cell from a row above spans.
  ///
  /// - Parameter rows: the numbers of columns and rows that each cell spans.
  package static func columns(of rows: [[(columns: Int, rows: Int)]]) -> [[Range<Int>]] {
    // For each column, the number of rows that its cell spans from the present row on.
    var taken = Array(repeating: 0, count: mostColumns)
    return rows.map { row in
      var column = 0
      let ranges = row.map { cell in
        while column < mostColumns - 1, taken[column] > 0 { column += 1 }
        let end = min(column + max(1, cell.columns), mostColumns)
        defer { column = min(end, mostColumns - 1) }
        for index in column..<end { taken[index] = max(1, cell.rows) }
        return column..<end
      }
      for index in taken.indices where taken[index] > 0 { taken[index] -= 1 }
      return ranges
    }
  }
}

/// The numbers of columns and rows that a cell spans.
private final class CellSpan {
  let columns, rows: Int
  static let key = "tideline-cell-span"

  init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }
}

/// The boxes of a table: the table itself, rows and cells. They are widgets, so that a screen
/// reader finds rows in the table and cells in the rows; GtkGrid has no row widgets.
extension Box {
  /// A table, whose children are rows. Tab stops only at its links and buttons.
  public static func table() -> Box {
    let table = Box(.vertical, spacing: 0, role: .table)
    let layout = Layout { table, orientation, width in
      var layout = TableLayout(of: table)
      guard orientation == .vertical else { return layout.measureColumns() }
      layout.divide(width: width < 0 ? Int(Int32.max) / 2 : width)
      layout.measureRows()
      let height = layout.heights.reduce(0, +)
      return (height, height)
    } allocate: { table, width, _ in
      TableLayout.allocate(table, width)
    }
    table.asWidget.lay(out: layout)
    table.leaveByTab { $0.moveFocusToLink($1) }
    return table
  }

  /// A row of a table, whose children are cells. The table gives it its size, and places its cells:
  /// GTK does not allocate an unchanged row again.
  public static func tableRow() -> Box {
    let row = Box(.horizontal, spacing: 0, role: .row)
    row.asWidget.lay(
      out: Layout { _, _, _ in
        (0, 0)
      } allocate: { _, _, _ in
      }
    )
    return row
  }

  public static func tableCell(isHeader: Bool, columns: Int, rows: Int) -> Box {
    let cell = Box(.vertical, spacing: 0, role: isHeader ? .columnHeader : .cell)
    cell.own(CellSpan(columns: columns, rows: rows), key: CellSpan.key)
    return cell
  }
}

/// The widths and heights of a table whose cells may span several columns and rows.
private struct TableLayout {
  private struct Cell {
    let widget: Widget
    let columns, rows: Range<Int>
  }

  private var cells: [Cell] = []
  /// The widths of the columns; ``divide(width:)`` replaces the minimum widths by the actual ones.
  private var sizes: [GtkRequestedSize]
  private(set) var heights: [Int]

  init(of table: Widget) {
    let rows = table.children.map(\.children)
    let spans = rows.map { row in
      row.map { cell in
        let span = cell.owned(CellSpan.self, key: CellSpan.key)
        return (columns: span?.columns ?? 1, rows: span?.rows ?? 1)
      }
    }
    let columns = TableGrid.columns(of: spans)
    for (row, widgets) in rows.enumerated() {
      for (number, widget) in widgets.enumerated() {
        let end = min(row + max(1, spans[row][number].rows), rows.count)
        cells.append(Cell(widget: widget, columns: columns[row][number], rows: row..<end))
      }
    }
    let count = cells.map(\.columns.upperBound).max() ?? 0
    sizes = Array(repeating: GtkRequestedSize(), count: count)
    heights = Array(repeating: 0, count: rows.count)
  }

  /// Measures the cells of one column first, and then those of several.
  @discardableResult
  mutating func measureColumns() -> (minimum: Int, natural: Int) {
    for cell in cells where cell.columns.count == 1 { widen(for: cell) }
    for cell in cells where cell.columns.count > 1 { widen(for: cell) }
    return (
      sizes.reduce(0) { $0 + Int($1.minimum_size) }, sizes.reduce(0) { $0 + Int($1.natural_size) }
    )
  }

  private mutating func widen(for cell: Cell) {
    var (minimum, natural) = cell.widget.measured(.horizontal)
    for size in sizes[cell.columns] {
      minimum -= Int(size.minimum_size)
      natural -= Int(size.natural_size)
    }
    for index in cell.columns {
      // The last columns get the remainder of the division.
      let left = cell.columns.upperBound - index
      let (more, better) = (max(0, minimum) / left, max(0, natural) / left)
      sizes[index].minimum_size += Int32(more)
      let widest = sizes[index].natural_size + Int32(better)
      sizes[index].natural_size = max(widest, sizes[index].minimum_size)
      (minimum, natural) = (minimum - more, natural - better)
    }
  }

  mutating func divide(width: Int) {
    let rest = max(0, width - measureColumns().minimum)
    guard !sizes.isEmpty else { return }
    gtk_distribute_natural_allocation(Int32(rest), guint(sizes.count), &sizes)
  }

  mutating func measureRows() {
    for cell in cells where cell.rows.count == 1 { heighten(for: cell) }
    for cell in cells where cell.rows.count > 1 { heighten(for: cell) }
  }

  private mutating func heighten(for cell: Cell) {
    let height = cell.widget.measured(.vertical, for: width(of: cell.columns)).minimum
    heights[cell.rows.upperBound - 1] += max(0, height - heights[cell.rows].reduce(0, +))
  }

  private func width(of columns: Range<Int>) -> Int {
    sizes[columns].reduce(0) { $0 + Int($1.minimum_size) }
  }

  static func allocate(_ table: Widget, _ width: Int) {
    var layout = TableLayout(of: table)
    layout.divide(width: width)
    layout.measureRows()
    var y = 0
    for (row, height) in zip(table.children, layout.heights) {
      table.allocate(row, x: 0, y: y, width: width, height: height, within: width)
      y += height
    }
    for cell in layout.cells {
      let own = layout.width(of: cell.columns)
      let height = layout.heights[cell.rows].reduce(0, +)
      let x = layout.width(of: 0..<cell.columns.lowerBound)
      // The cell is in a row that begins at the table's side.
      table.allocate(cell.widget, x: x, y: 0, width: own, height: height, within: width)
    }
  }
}
