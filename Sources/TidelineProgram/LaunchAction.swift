import ArgumentParser

/// The actions that the desktop offers beside the program's icon: those of the desktop file, and of
/// the application on D-Bus.
package enum LaunchAction: String, CaseIterable, ExpressibleByArgument {
  case newWindow = "new-window"
  case refresh
}
