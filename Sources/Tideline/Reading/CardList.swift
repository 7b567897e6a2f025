import Mail
import TidelineGtk
import TidelineProgram

struct MessageSource {
  /// Same as ``Mailbox/ownAddresses()``.
  var ownAddresses: () async -> Set<String> = { [] }
  /// Returns the messages of a conversation, oldest first; none if it no longer exists.
  var messages: (_ conversation: Int64, _ withoutDeleted: Bool) async throws -> [MessageStub]
  /// Reads messages, and calls `show` for each with the message, or with the reason why it cannot
  /// be read. For a long message, calls `show` first with its beginning. Throws if the task is
  /// cancelled.
  var read:
    @MainActor (
      [MessageStub],
      _ show: @escaping @MainActor (MessageStub, Result<ReadMessage, any Error>) -> Void
    ) async throws -> Void
  /// Returns a whole message, as it was sent.
  var original: (MessageStub) async throws -> [UInt8] = { _ in throw CancellationError() }
  /// Reads an attachment; `progress` is called with the number of bytes read, on any thread.
  var content:
    (
      _ attachment: Attachment, MessageStub, _ progress: @escaping @Sendable (Int64) -> Void
    ) async throws -> [UInt8]
}

extension MessageSource {
  init(_ mailbox: Mailbox) {
    ownAddresses = { await mailbox.ownAddresses() }
    messages = { try await mailbox.messages(in: $0, withoutDeleted: $1) }
    read = { stubs, show in
      try await mailbox.read(
        stubs,
        beginning: { stub, message in Task { @MainActor in show(stub, .success(message)) } }
      ) { show($0, $1) }
    }
    original = { try await mailbox.original(of: $0) }
    content = { try await mailbox.content(of: $0, in: $1, progress: $2) }
  }
}

/// The cards of a conversation's newest messages, oldest first. Texts requested at the same time
/// are read together, and shown one after the other.
final class CardList {
  let widget = Box.inSight(spacing: 12, role: .list)
  /// Called when a card shows a message's text, or an error if the text cannot be read.
  var onRead: ((MessageStub.ID) -> Void)?
  var onOpenChange: (() -> Void)?
  /// Called when all requested texts are read.
  var onAllRead: (() -> Void)?
  private var stubs: [MessageStub] = []
  private var cards: [MessageStub.ID: MessageCard] = [:]
  /// The index in `stubs` of the first message that has a card.
  private var start = 0
  private var source: MessageSource?
  private let pictures: PictureBudget
  private var queue: [MessageStub.ID] = []
  private var reading: Task<Void, Never>?

  /// The number of messages that get cards at a time.
  private static let batch = 50
  /// The most messages that get cards at first, if the oldest unread message is far above.
  private static let most = 200
  /// The most unread messages that are opened at a time.
  private static let openLimit = 8
  /// The unread messages that are opened as soon as the reader comes to them, oldest first.
  private var folded: [MessageStub.ID] = []

  init(pictures: PictureBudget) {
    self.pictures = pictures
    widget.setAccessibleLabel(tr("Messages"))
  }

  func stop() {
    reading?.cancel()
    reading = nil
    queue = []
  }

  func clear() {
    stop()
    for card in cards.values { widget.remove(card.widget) }
    (stubs, cards, start, source, folded) = ([], [:], 0, nil, [])
  }

  var hasEarlier: Bool { start > 0 }

  /// The number of unread messages without a card.
  var earlierUnread: Int { stubs[..<start].count(where: \.isUnread) }

  var isReading: Bool { reading != nil }

  var oldest: MessageStub.ID? { stubs.first?.id }

  var newest: MessageCard? { shown.last.flatMap { cards[$0.id] } }

  var firstOpen: MessageCard? {
    shown.lazy.compactMap { self.cards[$0.id] }.first(where: \.isOpen)
  }

  func card(_ id: MessageStub.ID) -> MessageCard? { cards[id] }

  var texts: [MessageText] { shown.compactMap { cards[$0.id]?.text } }

  func unread(inSightOf scroller: ScrolledWindow) -> Set<MessageStub.ID> {
    let ids = shown.filter(\.isUnread).map(\.id)
    return Set(ids.filter { cards[$0]?.showsText(in: scroller) == true })
  }

  func firstRead(in scroller: ScrolledWindow) -> MessageCard? {
    shown.lazy.compactMap { self.cards[$0.id] }.first { $0.showsText(in: scroller) }
  }

  private var shown: ArraySlice<MessageStub> { stubs[start...] }

  /// Shows another conversation, from its first unread message or above. Opens the newest message
  /// and the first unread ones; see ``openUnread(inSightOf:)``.
  func show(_ stubs: [MessageStub], from source: MessageSource) {
    clear()
    self.stubs = stubs
    self.source = source
    let first = min(stubs.count - Self.batch, stubs.firstIndex(where: \.isUnread) ?? .max)
    start = max(0, first, stubs.count - Self.most)
    arrange()
    folded = shown.filter(\.isUnread).map(\.id)
    openUnread(from: 0)
    if let last = stubs.last { cards[last.id]?.setOpen(true) }
  }

  private func openUnread(from index: Int) {
    let next = folded[index...].prefix(Self.openLimit)
    folded.removeSubrange(next.indices)
    for id in next { cards[id]?.setOpen(true) }
  }

  /// Opens the next unread messages once the reader has come to one that is still folded: the
  /// texts of a long conversation are not read all at once.
  func openUnread(inSightOf scroller: ScrolledWindow) {
    folded.removeAll { cards[$0].map(\.isOpen) ?? true }
    let index = folded.firstIndex { cards[$0]?.isInSight(of: scroller) == true }
    if let index { openUnread(from: index) }
  }

  /// Updates the conversation. Existing cards stay as they are, but messages that could not be read
  /// are tried again; new unread messages are opened.
  func update(_ stubs: [MessageStub]) {
    let known = Set(self.stubs.map(\.id))
    let left = Set(stubs.map(\.id))
    let first = shown.first { left.contains($0.id) }?.id
    let hadOpen = firstOpen != nil
    self.stubs = stubs
    start = stubs.firstIndex { $0.id == first } ?? max(0, stubs.count - Self.batch)
    arrange()
    for stub in shown where stub.isUnread && !known.contains(stub.id) {
      cards[stub.id]?.setOpen(true)
    }
    // The open messages may be gone, or hidden.
    if hadOpen, firstOpen == nil, let last = stubs.last { cards[last.id]?.setOpen(true) }
    for stub in shown { cards[stub.id]?.tryAgain() }
  }

  func clockChanged() { for card in cards.values { card.clockChanged() } }

  /// - Returns: the first of the cards that were shown already.
  func showEarlier() -> MessageCard? {
    let first = shown.first.flatMap { cards[$0.id] }
    let before = start
    start = max(0, start - Self.batch)
    arrange()
    folded.insert(contentsOf: stubs[start..<before].filter(\.isUnread).map(\.id), at: 0)
    return first
  }

  func grabFocus() -> Bool {
    firstOpen?.grabFocus() ?? false
  }

  /// Adds and removes cards, so that exactly the shown messages have cards.
  private func arrange() {
    let ids = Set(shown.map(\.id))
    for (id, card) in cards where !ids.contains(id) {
      widget.remove(card.widget)
      cards[id] = nil
    }
    var previous: Widget?
    for stub in shown {
      let card = cards[stub.id] ?? MessageCard(stub) { [weak self] in self?.read($0) }
      if cards[stub.id] != nil { card.update(stub) }
      card.onOpenChange = { [weak self] in self?.onOpenChange?() }
      cards[stub.id] = card
      widget.place(card.widget, after: previous)
      previous = card.widget.asWidget
    }
  }

  // MARK: Texts

  private func read(_ card: MessageCard) {
    queue.append(card.stub.id)
    guard reading == nil else { return }
    reading = Task { [weak self] in
      while let source = self?.source, let stubs = self?.takeQueue(), !stubs.isEmpty {
        let own = await source.ownAddresses()
        try? await source.read(stubs) { stub, result in
          self?.show(result, of: stub.id, from: source, own: own)
        }
        guard !Task.isCancelled else { return }
      }
      self?.reading = nil
      self?.onAllRead?()
    }
  }

  private func takeQueue() -> [MessageStub] {
    defer { queue = [] }
    return queue.compactMap { cards[$0]?.stub }
  }

  private func show(
    _ result: Result<ReadMessage, any Error>,
    of id: MessageStub.ID,
    from source: MessageSource,
    own: Set<String>
  ) {
    switch result {
    case .success(let message): cards[id]?.show(message, from: source, own: own, pictures)
    case .failure(let error): cards[id]?.show(error)
    }
    onRead?(id)
  }
}
