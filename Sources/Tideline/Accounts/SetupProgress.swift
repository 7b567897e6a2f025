import CAdwaita
import TidelineGtk
import TidelineProgram

/// Shows the present step of adding an account, with a button to stop.
///
/// Accessibility: its role is `status`, and each step is announced as it begins.
final class SetupProgress {
  let widget = Box(.horizontal, spacing: 12, role: .status)
  private let spinner = Spinner()
  private let label = Label(nil)

  /// - Parameter stop: called when the button is pressed.
  init(stop: @escaping () -> Void) {
    // Ends the search for a server.
    let button = Button(label: tr("Stop"))
    button.connect("clicked", stop)
    label.wrapAnywhere()
    label.xalign = 0
    label.setExpand(horizontal: true)
    for part in [spinner.asWidget, label.asWidget, button.asWidget] {
      part.setAlign(vertical: .center)
      widget.append(part)
    }
    widget.addStyleClass("setup-progress")
    rest()
  }

  func show(_ step: AccountSetupStep) {
    widget.isVisible = true
    spinner.isSpinning = true
    guard label.text != step.title else { return }
    label.text = step.title
    widget.setAccessibleLabel(step.title)
    widget.announce(step.title)
  }

  /// Hides the step, and stops the spinner, so that the spinner is not animated while hidden.
  func rest() {
    widget.isVisible = false
    spinner.isSpinning = false
    label.text = ""
  }
}
