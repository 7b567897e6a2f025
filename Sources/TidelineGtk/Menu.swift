import CPullToRefreshGtk
import PullToRefreshGtk

extension Menu: ObjectConvertible {
  public func append(_ label: String, action: String) { g_menu_append(self, label, action) }

  /// A group of items, set off from the others by a line.
  public func append(section: Menu) { g_menu_append_section(self, nil, section.asMenuModel) }
}
