import PullToRefresh
import TidelineGtk

/// The rows of both edges: one state in each line, one style in each column.
enum ContactSheet {
  private static let captionWidth = 170
  private static let columnWidth = 330

  static func make(title: String) -> Box {
    let sheet = Box(.vertical, spacing: 6)
    sheet.addStyleClass("sheet")
    let columns = SheetColumn.all
    sheet.append(line(title, columns.map { caption($0.title, isHeading: true) }))
    sheet.append(caption("Header", isHeading: true))
    for (name, state) in SheetState.header {
      sheet.append(line(name, columns.map { $0.header(state) }))
    }
    for (name, state) in SheetState.headerWithoutDate {
      sheet.append(line(name, columns.map { $0.header(state, hasDate: false) }))
    }
    sheet.append(caption("Footer", isHeading: true))
    for (name, state) in SheetState.footer {
      sheet.append(line(name, columns.map { $0.footer(state) }))
    }
    return sheet
  }

  private static func line(_ name: String, _ cells: [Widget]) -> Box {
    let line = Box(.horizontal, spacing: 12)
    line.append(cell(caption(name), width: captionWidth))
    for widget in cells { line.append(cell(widget, width: columnWidth)) }
    return line
  }

  private static func caption(_ text: String, isHeading: Bool = false) -> Widget {
    let label = Label(text)
    label.xalign = 0
    if isHeading { label.addStyleClass("heading") }
    return label.asWidget
  }

  /// Gives each cell the same width, even if its content is wider.
  private static func cell(_ widget: Widget, width: Int) -> Widget {
    let cell = ScrolledWindow(widget)
    cell.setPolicy(horizontal: .external, vertical: .never)
    cell.setSizeRequest(width: width)
    return cell.asWidget
  }
}
