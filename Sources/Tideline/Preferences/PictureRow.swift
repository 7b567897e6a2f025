import CAdwaita
import Gtk

/// Asks for the file of the picture that is the indicator, while that is the style.
final class PictureRow: PreferenceRow {
  var widget: Widget { row.asWidget }
  private let row = ActionRow(title: tr("Picture File"))
  private let preferences: Preferences
  private let keys: RowKeys

  /// - Parameter window: over which the file chooser stands; nil once it is closed.
  init(_ preferences: Preferences, keys: RowKeys, window: @escaping () -> Window?) {
    self.preferences = preferences
    self.keys = keys
    let button = Button(label: tr("Choose…"))
    row.add(suffix: button)
    row.setActivatable(button)
    button.connect("clicked") { [weak self] in
      if let window = window() { self?.choose(over: window) }
    }
  }

  func reload() {
    let path = preferences[keys.picture]
    row.setSubtitle(path.isEmpty ? tr("None chosen: an arrow is shown") : path)
    row.isSensitive =
      preferences[keys.indicator] == .picture && preferences.isWritable(keys.picture.name)
  }

  private func choose(over window: Window) {
    let chooser = FileChooser(
      .picture(name: tr("Pictures")),
      title: tr("Choose a Picture"),
      parent: window,
      accept: tr("_Open")
    )
    chooser.onResponse { [weak self] accepted in
      if accepted, let self, let path = chooser.path { preferences[keys.picture] = path }
      chooser.destroy()
    }
    chooser.show()
  }
}
