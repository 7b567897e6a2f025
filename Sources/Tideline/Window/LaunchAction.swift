/// What the desktop offers beside the program's icon: the actions of the desktop file, and of the
/// application on D-Bus.
nonisolated enum LaunchAction: String, CaseIterable {
  case newWindow = "new-window"
  case refresh
}
