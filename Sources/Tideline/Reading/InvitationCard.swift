import Mail
import TidelineGtk
import TidelineLocalization
import TidelineProgram

/// The event of an invitation: its title, its time in the reader's time zone, its place and its
/// people; and a button that opens it in the calendar.
///
/// CSS: `box.invitation`.
final class InvitationCard {
  let widget = Box(.vertical, spacing: 4, role: .group)
  private let row: AttachmentRow?
  private let problem = Label.problem()
  private let invitation: Invitation
  private let time = InvitationCard.label("", role: .label)

  /// The most lines of a text; the calendar shows longer lists of attendees.
  private static let mostLines = 2

  init(_ invitation: Invitation, read: @escaping AttachmentRow.Read) {
    let file = invitation.file.flatMap { $0.part == nil ? nil : $0 }
    self.invitation = invitation
    row = file.map { AttachmentRow($0, title: tr("Open in Calendar"), read: read) }
    widget.addStyleClass("invitation")
    widget.setAccessibleLabel(Self.purpose(of: invitation))
    let purpose = Self.label(Self.purpose(of: invitation), role: .label)
    purpose.addStyleClass("remark")
    widget.append(purpose)
    if !invitation.title.isEmpty {
      let title = Self.label(invitation.title, role: .heading)
      title.addStyleClass("heading")
      title.setHeadingLevel(2)
      widget.append(title)
    }
    widget.append(time)
    clockChanged()
    for line in Self.lines(of: invitation) { widget.append(Self.label(line, role: .label)) }
    guard let row else { return }
    row.onProblem = { [problem] in problem.show(problem: $0) }
    widget.append(row.widget)
    widget.append(problem)
  }

  private static func purpose(of invitation: Invitation) -> String {
    switch invitation.method {
    case .request: tr("Invitation")
    case .publish: tr("Event")
    case .reply:
      switch invitation.answer {
      case .accepted: tr("Invitation Accepted")
      case .declined: tr("Invitation Declined")
      case .tentative: tr("Invitation Tentatively Accepted")
      case .delegated, nil: tr("Answer to an Invitation")
      }
    case .cancel: tr("Canceled Event")
    case .counter: tr("Another Time Is Proposed")
    case .declineCounter: tr("Proposed Time Declined")
    case .add: tr("Further Date of an Event")
    case .refresh: tr("Request for the Details of an Event")
    }
  }

  func clockChanged() {
    let span = RelativeDate.span(
      from: invitation.start,
      to: invitation.end,
      isAllDay: invitation.isAllDay
    )
    time.text = invitation.unknownZone.map { "\(span) (\($0))" } ?? span
  }

  private static func lines(of invitation: Invitation) -> [String] {
    var lines: [String] = []
    if let recurrence = invitation.recurrence {
      lines.append(recurrence.text({ tr($0) }) { UTCTime.formatted(secondsSince1970: $0, tr($1)) })
    }
    if !invitation.place.isEmpty { lines.append(tr("Place: %s", with: invitation.place)) }
    if let organizer = invitation.organizer {
      lines.append(tr("Organizer: %s", with: organizer.fullName))
    }
    if !invitation.attendees.isEmpty {
      let names = invitation.attendees.map { $0.name.isEmpty ? $0.address : $0.name }
      let list = JoinedText.list(names)
      lines.append(
        invitation.method == .reply
          ? tr("Answered by: %s", with: list) : tr("Invited: %s", with: list)
      )
    }
    return lines
  }

  private static func label(_ text: String, role: AccessibleRole) -> Label {
    let label = Label(role: role)
    label.text = text
    label.isSelectable = true
    label.wrapAnywhere()
    label.ellipsize()
    label.lines = mostLines
    label.xalign = 0
    return label
  }
}
