import CAdwaita
import Mail
import TidelineGtk
import TidelineProgram

/// Marks messages: as read while the user reads them, and by keys and menus.
final class MarkActions {
  private let list: ConversationList
  private let reading: SelectedConversation
  private let pane: MailPane
  private let preferences: Preferences
  private let application: Application
  /// The messages of the last mark by the user. ``toast`` offers to undo a mark of many.
  private var undoable: (mark: MessageMark, parts: [Marked])?
  private var toast: ToastTurn?

  private struct Marked {
    let mailbox: Mailbox
    var conversations: [Int64]
    var messages: Set<MessageStub.ID> = []
  }

  /// The keyboard shortcuts to mark as unread and to star, in the list and in the reading pane.
  static let (unreadKey, starKey) = ("<Shift>u", "s")
  private var unwritten: [Mailbox] = []
  private var writing: Timeout?

  private static let undo = "undo-mark"
  static let (undoKey, undoAction) = ("<Control>z", "win." + undo)
  /// The pause before marks are written. A user who goes through mail reads several messages in
  /// this time, so their marks are written together.
  private static let pause = Duration.seconds(2)

  /// - Parameter application: keeps running until the marks of a closed window are written.
  init(
    of pane: MailPane,
    _ reading: SelectedConversation,
    _ preferences: Preferences,
    _ application: Application
  ) {
    (list, self.pane, self.reading, self.preferences) = (pane.list, pane, reading, preferences)
    self.application = application
    reading.pane.onSeen = { [weak self] in self?.read($0, of: $1, in: $2) }
    reading.outlastsItsRow = { [weak pane] in pane?.listing.unreadOnly == true }
  }

  /// The window's actions, on the selected (else the focused) conversation and on all listed ones.
  var actions: [SimpleAction] {
    [
      .named("mark-unread") { [weak self] in self?.mark(self?.list.chosen, as: .unread) },
      .named("star") { [weak self] in self?.star() },
      .named("mark-all-read") { [weak self] in self?.markAllRead() },
      .named(Self.undo) { [weak self] in self?.undoMarks() },
    ]
  }

  private func read(_ ids: Set<MessageStub.ID>, of conversation: Int64, in mailbox: Mailbox) {
    guard preferences.whenRead != .leave else { return }
    perform { [writes] in
      _ = try await mailbox.mark(.read, in: [conversation], only: ids, writes: writes)
      return [mailbox]
    }
  }

  /// Whether marks are written into mailboxes.
  private var writes: Bool { preferences.whenRead == .mailbox }

  /// - Parameter conversations: the conversations' IDs in the list.
  func mark(_ conversations: [Int64]?, as mark: MessageMark) {
    guard let conversations, let source = pane.source else { return }
    // Without `leaveUnread`, the messages in sight would soon be marked as read again.
    if mark == .unread, conversations == [list.selected] { reading.pane.leaveUnread() }
    set(mark, on: conversations, of: source, isQuiet: conversations.count == 1)
  }

  /// Adds the stars of the chosen conversations, or removes them if all have one.
  private func star() {
    let chosen = list.chosen
    guard !chosen.isEmpty, let source = pane.source else { return }
    perform { [weak self] in
      let rows = try await source.conversations(chosen)
      guard !rows.isEmpty else { return [] }
      self?.mark(chosen, as: rows.allSatisfy(\.flagged) ? .unstarred : .starred)
      return []
    }
  }

  private func markAllRead() {
    guard let source = pane.source else { return }
    var listing = pane.listing
    listing.unreadOnly = true
    perform { [weak self, listing] in
      let places = try await source.places(in: listing, downTo: nil).places
      self?.set(.read, on: places.map(\.id), of: source)
      return []
    }
  }

  /// Marks conversations, says how many messages were marked, and offers to undo it.
  ///
  /// - Parameter isQuiet: whether to say nothing, since the user sees the mark.
  private func set(
    _ mark: MessageMark,
    on conversations: [Int64],
    of source: any ConversationSource,
    isQuiet: Bool = false
  ) {
    perform { [weak self, writes] in
      var all = Self.parts(of: conversations, source)
      // Continues with the other mailboxes if marking fails in one.
      var failure: (any Error)?
      for index in all.indices {
        do {
          all[index].messages = try await all[index].mailbox
            .markConversations(mark, all[index].conversations, writes: writes).changed
        } catch { failure = error }
      }
      if let failure { self?.pane.messages.show(failure) }
      if isQuiet {
        self?.toast?.dismiss()
        self?.undoable = (mark, all)
        return all.map(\.mailbox)
      }
      let ids = all.reduce(into: Set<MessageStub.ID>()) { $0.formUnion($1.messages) }
      guard writes, !ids.isEmpty else {
        self?.offerUndo(of: all, mark, Self.sentence(ids.count, mark))
        return all.map(\.mailbox)
      }
      self?.offerUndo(of: all, mark, tr("Marking %d message…", "Marking %d messages…", ids.count))
      guard let report = await self?.write(all.map(\.mailbox)) else { return [] }
      // Says nothing more if the user has undone the marks meanwhile.
      guard let self, undoable != nil else { return [] }
      offerUndo(of: all, mark, Self.sentence(about: report.only(ids), ids.count, mark))
      return []
    }
  }

  /// Divides conversations of the list by their mailboxes.
  private static func parts(
    of conversations: [Int64],
    _ source: any ConversationSource
  ) -> [Marked] {
    var parts: [Marked] = []
    for origin in conversations.compactMap(source.origin) {
      if let index = parts.firstIndex(where: { $0.mailbox === origin.mailbox }) {
        parts[index].conversations.append(origin.id)
      } else {
        parts.append(Marked(mailbox: origin.mailbox, conversations: [origin.id]))
      }
    }
    return parts
  }

  private static func sentence(_ count: Int, _ mark: MessageMark) -> String {
    switch mark {
    case .read: tr("%d marked as read", "%d marked as read", count)
    case .unread: tr("%d marked as unread", "%d marked as unread", count)
    case .starred: tr("%d starred", "%d starred", count)
    case .unstarred: tr("%d star removed", "%d stars removed", count)
    }
  }

  private static func sentence(
    about report: MarkReport,
    _ count: Int,
    _ mark: MessageMark
  ) -> String {
    let here = report.refused.count
    let waiting = count - report.written.count - here
    let written = report.written.count
    var sentences = written == 0 ? [] : [sentence(written, mark)]
    if here > 0 { sentences.append(RefusedMarks.sentence(here)) }
    if waiting > 0 {
      sentences.append(
        tr(
          "%d message waits to be marked in the mailbox.",
          "%d messages wait to be marked in the mailbox.",
          waiting
        )
      )
    }
    return sentences.count == 1 ? sentences[0] : JoinedText.sentences(sentences)
  }

  private func offerUndo(of marked: [Marked], _ mark: MessageMark, _ title: String) {
    guard marked.contains(where: { !$0.messages.isEmpty }) else {
      pane.messages.toasts.add(title)
      return
    }
    toast?.dismiss()
    undoable = (mark, marked)
    toast = pane.messages.toasts.add(title, undo: Self.undoAction)
  }

  private func undoMarks() {
    guard let (mark, parts) = undoable else { return }
    undoable = nil
    toast?.dismiss()
    if mark == .read { reading.pane.leaveUnread() }
    perform { [writes] in
      for part in parts {
        _ = try await part.mailbox
          .mark(mark.opposite, in: part.conversations, only: part.messages, writes: writes)
      }
      return parts.map(\.mailbox)
    }
  }

  /// Performs the work and updates the shown conversation. The list and the sidebar need no update,
  /// since they observe the store. Then writes the marks into the mailboxes, if the user wants so.
  ///
  /// - Parameter work: sets marks in the store, and returns the mailboxes of the marked messages.
  private func perform(_ work: @escaping () async throws -> [Mailbox]) {
    Task { [weak self] in
      do {
        let mailboxes = try await work()
        guard let self else { return }
        reading.pane.update()
        if writes { writeSoon(into: mailboxes) }
      } catch {
        self?.pane.messages.show(error)
      }
    }
  }

  /// Writes marks once no mark was set for a ``pause``, so that several are written together. The
  /// next refresh writes marks that could not be written, as when the server is not reached.
  private func writeSoon(into mailboxes: [Mailbox]) {
    guard !mailboxes.isEmpty else { return }
    unwritten += mailboxes.filter { mailbox in !unwritten.contains { $0 === mailbox } }
    writing = Timeout(after: Self.pause) { [weak self] in
      guard let self else { return }
      let mailboxes = takeUnwritten()
      Task { [weak self] in await self?.write(mailboxes) }
    }
  }

  private func takeUnwritten() -> [Mailbox] {
    defer { (unwritten, writing) = ([], nil) }
    return unwritten
  }

  /// Writes the waiting marks of mailboxes. Their states report refused ones.
  @discardableResult
  private func write(_ mailboxes: [Mailbox]) async -> MarkReport {
    var report = MarkReport()
    for mailbox in mailboxes { if let part = try? await mailbox.writeMarks() { report.add(part) } }
    return report
  }

  /// Writes the waiting marks at once. Called when the window is closed: the program keeps running
  /// until they are written, or refused.
  func finish() {
    let mailboxes = takeUnwritten()
    guard !mailboxes.isEmpty else { return }
    application.hold()
    Task { [application] in
      for mailbox in mailboxes { _ = try? await mailbox.writeMarks() }
      application.release()
    }
  }
}

/// Texts about marks that a mailbox has refused, and that stay in Tideline.
nonisolated enum RefusedMarks {
  /// The number of messages, with the most frequent reason. Nil if no mark was refused. Leaves out
  /// mailboxes that never take marks: the preferences say so.
  static func sentence(_ report: MarkReport) -> String? {
    let reasons = report.reasons.filter { if case .format = $0.refusal { false } else { true } }
    guard let first = reasons.first else { return nil }
    let reason = first.refusal.sentence
    return JoinedText.sentences([
      sentence(reasons.map(\.messages).reduce(0, +)),
      tr(reason.format, with: reason.arguments.map(LabelText.make)),
    ])
  }

  static func sentence(_ count: Int) -> String {
    tr("%d message is marked in Tideline only.", "%d messages are marked in Tideline only.", count)
  }
}
