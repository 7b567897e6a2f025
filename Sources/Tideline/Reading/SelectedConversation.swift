import Mail
import TidelineGtk

final class SelectedConversation {
  /// The source of the list's conversations. Setting another source, or nil, clears the selection
  /// and the pane.
  var source: (any ConversationSource)? {
    didSet {
      guard source !== oldValue else { return }
      list.selected = nil
      show(nil)
    }
  }
  let pane = ReadingPane()
  /// Called when the user asks to read the selected conversation, by a click, a tap or Enter. The
  /// pane takes the focus after this call.
  var onOpen: (() -> Void)?
  /// Called with the conversation that is shown from now on; nil for none.
  var onShow: ((Int64?) -> Void)?
  var onGone: (() -> Void)?
  /// Called with the conversation that was selected, before the pane shows it; with nil when no
  /// conversation is selected any more.
  var onSelect: ((Int64?) -> Void)?

  /// Returns whether the shown conversation stays when its row is removed: a list of unread
  /// conversations loses the row as soon as it is read.
  var outlastsItsRow: () -> Bool = { false }

  private let list: ConversationList
  private var fetching: Task<Void, Never>?
  private var stepping: Task<Void, Never>?

  init(of list: ConversationList) {
    self.list = list
    list.selection.onChange = { [weak self] in self?.selected($0) }
    list.onActivate = { [weak self] in self?.open($0) }
    list.selection.onGone = { [weak self] in self?.rowIsGone() }
    pane.onGone = { [weak self] in self?.leave() }
  }

  isolated deinit {
    fetching?.cancel()
    stepping?.cancel()
  }

  /// Selects a conversation, such as the one that was selected when the mailbox was left.
  func select(_ id: Int64) {
    list.selected = id
    selected(id)
  }

  /// Selects the nearest unread conversation of a listing.
  ///
  /// - Parameters:
  ///   - below: whether to look below the selected or focused conversation; false looks above it.
  ///     A focused one that is unread counts as below while nothing is selected.
  ///     Without such a conversation, the whole listing is below.
  ///   - load: loads the list down to the place of the conversation.
  ///   - none: called if there is no such conversation.
  func selectUnread(
    of listing: Listing,
    below: Bool,
    load: @escaping (Cursor) async throws -> Void,
    none: @escaping () -> Void
  ) {
    stepping?.cancel()
    guard let source else { return }
    let focused = list.focused?.id
    if below, list.selected == nil, let focused, list.model[focused]?.unread ?? 0 > 0 {
      return select(focused)
    }
    let start = list.selected ?? focused
    stepping = Task { [weak self] in
      let found: Cursor?
      do {
        found = try await source.unread(of: listing, nextTo: start, below: below)
        if let found { try await load(found) }
      } catch {
        if !Task.isCancelled { self?.pane.show(error) }
        return
      }
      guard !Task.isCancelled, let self, self.source === source else { return }
      guard let found else { return none() }
      select(found.id)
      list.reveal(found.id)
    }
  }

  private func open(_ id: Int64) {
    if list.selected != id {
      list.selected = id
      selected(id)
    }
    onOpen?()
    pane.grabFocus()
  }

  private func rowIsGone() {
    if outlastsItsRow() { pane.update() } else { leave() }
  }

  private func leave() {
    list.selected = nil
    selected(nil)
    onGone?()
  }

  private func selected(_ id: Int64?) {
    onSelect?(id)
    show(id)
  }

  private func show(_ id: Int64?) {
    fetching?.cancel()
    onShow?(source == nil ? nil : id)
    guard let source, let id else { return pane.clear() }
    if let conversation = list.model[id] { return show(conversation, of: source) }
    // The row of a conversation out of sight may not be loaded. While the row is fetched, the pane
    // must not show the previous conversation.
    pane.clear()
    fetching = Task { [weak self] in
      let row: Conversation?
      do {
        row = try await source.conversations([id]).first
      } catch {
        if !Task.isCancelled { self?.pane.show(error) }
        return
      }
      guard !Task.isCancelled, let self else { return }
      if let row { show(row, of: source) } else { leave() }
    }
  }

  /// Shows a conversation by its ID in its own mailbox: an inbox of all accounts has other IDs.
  private func show(_ conversation: Conversation, of source: any ConversationSource) {
    guard let origin = source.origin(of: conversation.id) else { return leave() }
    pane.show(conversation.numbered(origin.id), in: origin.mailbox)
  }
}

extension ConversationSource {
  /// The place of the nearest unread conversation below or above another one in a listing; nil for
  /// none.
  ///
  /// - Parameter start: nil for the top of the listing.
  nonisolated fileprivate func unread(
    of listing: Listing,
    nextTo start: Int64?,
    below: Bool
  ) async throws -> Cursor? {
    var listing = listing
    listing.unreadOnly = true
    let places = try await places(in: listing, downTo: nil).places
    var place = Cursor.top
    if let start { place = try await conversations([start]).first?.place ?? place }
    return below
      ? places.first { place.precedes($0) } : places.last { $0.precedes(place) }
  }
}
