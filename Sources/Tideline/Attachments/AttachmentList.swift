import Mail
import TidelineGtk
import TidelineProgram

/// The attachments of a message, and below them the last error.
///
/// CSS: `box.attachments`.
final class AttachmentList {
  let widget = Box(.vertical, spacing: 4)
  private let rows: [AttachmentRow]
  private let problem = Label(nil)
  /// The row whose problem is shown.
  private weak var failed: AttachmentRow?

  init(_ attachments: [Attachment], read: @escaping AttachmentRow.Read) {
    rows = attachments.map { AttachmentRow($0, read: read) }
    widget.addStyleClass("attachments")
    let list = Box(.vertical, spacing: 0, role: .list)
    list.setAccessibleLabel(tr("Attachments"))
    for row in rows {
      list.append(row.widget)
      row.onProblem = { [weak self, weak row] in self?.show($0, of: row) }
    }
    widget.append(list)
    problem.addStyleClass("remark")
    problem.isSelectable = true
    problem.wrapAnywhere()
    problem.xalign = 0
    problem.isVisible = false
    if rows.count(where: { $0.attachment.part != nil }) > 1 { widget.append(saveAllButton()) }
    widget.append(problem)
  }

  private func saveAllButton() -> Button {
    let button = Button(label: tr("Save All…"))
    button.setAlign(horizontal: .start)
    button.setAccessibleLabel(tr("Save All Attachments…"))
    button.connect("clicked") { [weak self] in self?.saveAll() }
    return button
  }

  private func saveAll() {
    guard let window = widget.window else { return }
    let chooser = FileChooser(
      .folder,
      title: tr("Save All Attachments"),
      parent: window,
      accept: tr("_Save")
    )
    chooser.onResponse { [weak self] accepted in
      if accepted, let folder = chooser.path {
        for row in self?.rows ?? [] where row.attachment.part != nil { row.save(in: folder) }
      }
      chooser.destroy()
    }
    chooser.show()
  }

  /// - Parameter sentence: nil withdraws the row's own sentence, but not that of another row.
  private func show(_ sentence: String?, of row: AttachmentRow?) {
    guard sentence != nil || row === failed else { return }
    failed = sentence == nil ? nil : row
    problem.text = sentence ?? ""
    problem.isVisible = sentence != nil
    guard let sentence else { return }
    problem.bringIntoSight()
    problem.announce(sentence)
  }
}
