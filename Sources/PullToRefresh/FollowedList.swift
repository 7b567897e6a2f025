import PullToRefreshGtk
import RefreshCore

// A list's rows and actions follow its configuration, and its changes on the screen.

extension RefreshDriver {
  func followMapping() {
    guard isAttached else { return }
    if rows.widget.isMapped { reportContentOnceLaidOut() } else { send(.hidden) }
  }

  /// Lays the rows out again if the text size or the theme has changed their length.
  func measureRows() {
    guard isAttached else { return }
    let changed = AxisEdge.allCases.filter { rows.container.rows[$0].measureShown() }
    if !changed.isEmpty { layOutRows() }
  }

  func configured(_ role: RunRole) {
    send(.setEnabled(role, isOn(role)))
    show(role)
    warnOfSharedEdge()
  }

  func isOn(_ role: RunRole) -> Bool { configurations[role].isEnabled && isOffered[role] }

  /// Enables the actions and keys that the states allow; none while the list is insensitive.
  func updateActions() {
    takesInput = !hasEnded && scrolledWindow.object.takesInput
    actions.update(coordinator, takesInput: takesInput, hasNewRows: rows.keeper.counter.count > 0)
  }

  /// Shows a role's present state, and lays the rows out.
  func show(_ role: RunRole) {
    showRow(of: role)
    layOutRows()
  }
}
