import CAdwaita
import TidelineGtk
import TidelineProgram

extension UndoToast {
  /// The buttons that export the look to a file, and import a look from a file.
  func lookButtons() -> [Button] {
    let (export, load) = (Button(label: tr("Export Look…")), Button(label: tr("Import Look…")))
    export.connect("clicked") { [weak self] in
      guard let self else { return }
      let kind = FileChooser.Kind.save(name: "Tideline.look")
      FileChooser.ask(kind, tr("Export Look"), tr("_Save"), over: overlay, chosen: exportLook)
    }
    load.connect("clicked") { [weak self] in
      guard let self else { return }
      FileChooser.ask(.file, tr("Import Look"), tr("_Open"), over: overlay, chosen: importLook)
    }
    return [export, load]
  }

  private func exportLook(to path: String) {
    do {
      try AttachmentFile.replace(Array(LookFile.text(of: preferences).utf8), at: path)
    } catch {
      say(tr("The look was not exported"), ErrorText(error).errorDescription ?? "")
    }
  }

  private func importLook(from path: String) {
    do throws(LookFile.Problem) {
      let text = try LookFile.contents(path)
      try change(PreferenceKey.appearance, tr("Look imported")) { () throws(LookFile.Problem) in
        try LookFile.apply(text, to: preferences)
      }
    } catch {
      say(tr("The look was not imported"), error.sentences.joined(separator: "; "))
    }
  }

  private func say(_ heading: String, _ body: String) {
    guard let window = overlay.window else { return }
    let dialog = MessageDialog.make(over: window, heading: heading, body: body)
    dialog.addClose(tr("_Close"))
    dialog.asWindow.present()
  }
}
