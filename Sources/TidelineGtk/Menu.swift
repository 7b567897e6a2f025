import CPullToRefreshGtk
import CTidelineShim
import PullToRefreshGtk

extension Menu: ObjectConvertible {
  /// - Parameter hidesDisabled: whether the item is left out while its action is disabled.
  public func append(_ label: String, action: String, hidesDisabled: Bool = false) {
    guard hidesDisabled else { return g_menu_append(self, label, action) }
    tideline_menu_append_optional(self, label, action)
  }

  /// Appends an item that opens a submenu.
  public func append(_ label: String, submenu: Menu) {
    g_menu_append_submenu(self, label, submenu.asMenuModel)
  }

  /// Appends a group of items, separated from the others by a line.
  public func append(section: Menu) { g_menu_append_section(self, nil, section.asMenuModel) }
}
