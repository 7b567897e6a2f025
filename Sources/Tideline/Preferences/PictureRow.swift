import CAdwaita
import TidelineGtk
import TidelineProgram

/// Asks for the file of the picture that is the indicator, while that is the style.
final class PictureRow: PreferenceRow {
  var widget: Widget { row.asWidget }
  /// The parent of the file chooser.
  var window: Unowned<Window>?
  private let row = ActionRow(title: tr("Picture File"))
  private let preferences: Preferences
  private let keys: RowKeys
  private var chooser: FileChooser?

  init(_ preferences: Preferences, keys: RowKeys) {
    self.preferences = preferences
    self.keys = keys
    let button = Button(label: tr("Choose…"))
    row.add(suffix: button)
    row.setActivatable(button)
    button.connect("clicked") { [weak self] in self?.choose() }
  }

  func reload() {
    let path = preferences[keys.picture]
    row.setSubtitle(Self.words(on: path))
    row.isSensitive =
      preferences[keys.indicator] == .picture && preferences.isWritable(keys.picture.name)
  }

  /// The path where the picture can be shown, otherwise the reason for the arrow.
  private static func words(on path: String) -> String {
    if path.isEmpty { return tr("None chosen: an arrow is shown") }
    return switch PictureProblem.of(path)?.fault {
    case nil: path
    case .noFile: tr("An arrow is shown: there is no file “%s”", with: path)
    case .noPicture: tr("An arrow is shown: “%s” is not a picture", with: path)
    case .tooLarge:
      tr("An arrow is shown: “%s” has more than 20 MB or 40 million pixels", with: path)
    }
  }

  /// The window is gone; the file chooser goes with it.
  func close() {
    window = nil
    chooser?.destroy()
    chooser = nil
  }

  private func choose() {
    guard let window, chooser == nil else { return }
    let chooser = FileChooser(
      .picture(name: tr("Pictures")),
      title: tr("Choose a Picture"),
      parent: window.object,
      accept: tr("_Open")
    )
    chooser.onResponse { [weak self] accepted in
      guard let self, let chooser = self.chooser else { return }
      if accepted, let path = chooser.path { preferences[keys.picture] = path }
      chooser.destroy()
      self.chooser = nil
    }
    self.chooser = chooser
    chooser.show()
  }
}
