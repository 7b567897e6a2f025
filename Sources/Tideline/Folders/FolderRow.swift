import TidelineGtk
import TidelineLocalization

/// One line of the sidebar.
final class FolderRow {
  let widget = Box(.horizontal, spacing: 8)
  private let icon = Image(iconName: nil)
  private let name = Label(nil)
  private let count = Label(nil)

  /// The indentation of a folder within its parent, in px.
  private static let indent = 16
  /// So that the name of a deep folder still has some space.
  private static let deepest = 5

  init() {
    widget.addStyleClass("folder")
    name.addStyleClass("name")
    name.ellipsize()
    name.xalign = 0
    name.setExpand(horizontal: true)
    count.addStyleClass("count")
    count.addStyleClass("numeric")
    widget.append(icon)
    widget.append(name)
    widget.append(count)
  }

  func show(_ entry: FolderEntry) {
    icon.setIcon(name: entry.icon)
    name.text = entry.title
    count.text = entry.unread.grouped
    count.isVisible = entry.unread > 0
    widget.setStyleClass("unread", entry.unread > 0)
    icon.marginStart = Self.indent * min(entry.depth, Self.deepest)
    widget.tooltipText = entry.name?.description
    (widget.parent ?? widget.asWidget).setAccessibleLabel(entry.spoken)
  }
}
