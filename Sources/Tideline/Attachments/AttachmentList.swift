import Mail
import TidelineGtk
import TidelineProgram

/// The attachments of a message, and below them the last error or the result of Save All.
///
/// CSS: `box.attachments`.
final class AttachmentList {
  let widget = Box(.vertical, spacing: 4)
  private let rows: [AttachmentRow]
  private let problem = Label.problem()
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
    if rows.count(where: { $0.attachment.part != nil }) > 1 { widget.append(saveAllButton()) }
    widget.append(problem)
  }

  private func saveAllButton() -> Button {
    let button = Button.make(tr("Save All…")) { [weak self] in self?.saveAll() }
    button.setAlign(horizontal: .start)
    button.setAccessibleLabel(tr("Save All Attachments…"))
    return button
  }

  private func saveAll() {
    FileChooser.ask(.folder, tr("Save All Attachments"), tr("_Save"), over: widget) {
      [weak self] in self?.saveAll(in: $0)
    }
  }

  /// Saves the attachments, and says so once all are saved.
  func saveAll(in folder: String) {
    let rows = rows.filter { $0.attachment.part != nil }
    var saved = 0
    for row in rows {
      row.save(in: folder) { [weak self] in
        saved += 1
        guard let self, saved == rows.count else { return }
        failed = nil
        let name = LabelText.make(folder.split(separator: "/").last.map(String.init) ?? folder)
        problem.show(
          problem: tr(
            "%d attachment saved in “%s”",
            "%d attachments saved in “%s”",
            saved,
            with: name
          )
        )
      }
    }
  }

  /// - Parameter sentence: nil withdraws the row's own sentence, but not that of another row.
  private func show(_ sentence: String?, of row: AttachmentRow?) {
    guard sentence != nil || failed == nil || row === failed else { return }
    failed = sentence == nil ? nil : row
    problem.show(problem: sentence)
  }
}

extension Label {
  /// A label that says why an action has failed; hidden while there is nothing to say.
  static func problem() -> Label {
    let label = Label.paragraph("", "remark", isSelectable: true)
    label.isVisible = false
    return label
  }

  /// Shows and announces the reason in a ``problem()``; nil hides the label.
  func show(problem: String?) {
    text = problem ?? ""
    isVisible = problem != nil
    guard let problem else { return }
    bringIntoSight()
    announce(problem)
  }
}
