import CAdwaita
import TidelineGtk
import TidelineProgram

/// Opens a folder or a file that is dropped onto the window. During the drag, a sheet over the
/// window says so.
final class MailboxDrop {
  /// The widget to put into the window; it contains the content.
  let widget = Overlay()
  private let target = DropTarget()

  /// - Parameter dropped: called with the path of the first dropped file; nil if it is not on this
  ///   machine.
  init(around content: some WidgetConvertible, dropped: @escaping (String?) -> Void) {
    let sheet = Self.sheet()
    sheet.isVisible = false
    widget.child = content.asWidget
    widget.add(overlay: sheet)
    widget.setExpand(horizontal: true, vertical: true)
    let connections = [
      target.onEnter { sheet.isVisible = true },
      target.onLeave { sheet.isVisible = false },
      target.onDrop { paths in
        sheet.isVisible = false
        dropped(paths.first)
        return true
      },
    ]
    widget.add(target)
    // After a drop, GTK 4.8 leaks the drop target. Without handlers, it keeps nothing else alive.
    widget.connect("destroy") { for connection in connections { connection.disconnect() } }
  }

  #if DEBUG
    func drop(_ paths: [String]) { target.drop(paths) }
  #endif

  private static func sheet() -> Box {
    let sheet = Box(.vertical, spacing: 12)
    let image = Image(iconName: "folder-open-symbolic")
    image.pixelSize = 48
    let label = Label(tr("Drop a folder or an mbox to open it"))
    label.addStyleClass("title-2")
    label.wrap()
    for part in [image.asWidget, label.asWidget] {
      part.setAlign(horizontal: .center)
      sheet.append(part)
    }
    image.setExpand(vertical: true)
    image.setAlign(vertical: .end)
    label.setExpand(vertical: true)
    label.setAlign(vertical: .start)
    sheet.addStyleClass("drop-sheet")
    // The drag must reach the widgets below.
    sheet.canTarget = false
    return sheet
  }
}
