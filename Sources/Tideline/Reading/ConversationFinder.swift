import TidelineGtk

/// Finds a text in the open messages of a conversation, and goes from match to match.
final class ConversationFinder {
  /// The conversation, below the bar to search it.
  let widget = Box(.vertical, spacing: 0)
  let bar = FindBar()
  private let scroller: ScrolledWindow
  private let texts: () -> [MessageText]
  private var searched = ""
  private var matches: [(text: MessageText, match: TextMatch)] = []
  private var present: Int?
  private var search: Task<Void, Never>?

  init(in scroller: ScrolledWindow, texts: @escaping () -> [MessageText]) {
    (self.scroller, self.texts) = (scroller, texts)
    bar.onChange = { [weak self] in self?.find($0) }
    bar.onMove = { [weak self] in self?.move(isForward: $0) }
    widget.append([bar.widget, scroller])
    let keys = ShortcutController.whereFocused()
    keys.bind("Escape") { [weak self] in
      guard let self, bar.isOpen else { return false }
      bar.close()
      return true
    }
    for (key, isForward) in [("<Control>g", true), ("<Control><Shift>g", false)] {
      keys.bind(key) { [weak self] in
        guard let self, bar.isOpen else { return false }
        move(isForward: isForward)
        return true
      }
    }
    widget.add(keys)
  }

  isolated deinit { search?.cancel() }

  /// Searches again. Called when a message was opened, closed or read. The present match stays.
  func update() {
    guard bar.isOpen, !searched.isEmpty else { return }
    start(goes: false)
  }

  private func find(_ text: String) {
    guard text != searched else { return }
    searched = text
    start(goes: true)
  }

  /// - Parameter goes: whether to go to the match at ``firstInSight``, or keep the present match.
  private func start(goes: Bool) {
    search?.cancel()
    let (texts, sought) = (texts(), SearchedText(searched))
    guard !sought.isEmpty else { return show(texts.map { ($0, []) }, goes: false) }
    let pieces = texts.map(\.searched)
    search = Task { [weak self] in
      let found = await Self.matches(of: sought, in: pieces)
      guard !Task.isCancelled else { return }
      self?.show(Array(zip(texts, found)), goes: goes)
    }
  }

  @concurrent private nonisolated static func matches(
    of sought: SearchedText,
    in texts: [[[String]]]
  ) async -> [[TextMatch]] { texts.map { TextMatch.all(of: sought, in: $0) } }

  private func show(_ found: [(text: MessageText, matches: [TextMatch])], goes: Bool) {
    let before = present.map { matches[$0] }
    let gone = Set(matches.map { ObjectIdentifier($0.text) })
      .subtracting(found.map { ObjectIdentifier($0.text) })
    for (text, _) in matches where gone.contains(ObjectIdentifier(text)) {
      text.show([], present: nil)
    }
    matches = found.flatMap { text, matches in matches.map { (text, $0) } }
    present = before.flatMap { before in
      matches.firstIndex { $0.text === before.text && $0.match == before.match }
    }
    for (text, matches) in found { text.show(matches, present: presentMatch(in: text)) }
    if goes { present = nil }
    if goes, !matches.isEmpty { return go(to: firstInSight) }
    tell()
  }

  /// The index of the first match whose message is not above the visible part; 0 if all are above.
  private var firstInSight: Int {
    matches.firstIndex { text, _ in
      guard let top = text.widget.top(in: scroller) else { return false }
      return top + Double(text.widget.height) > 0
    } ?? 0
  }

  private func presentMatch(in text: MessageText) -> TextMatch? {
    present.flatMap { matches[$0].text === text ? matches[$0].match : nil }
  }

  /// Goes to the next or the previous match; the first match follows the last. Without a present
  /// match, goes to the match at ``firstInSight``.
  func move(isForward: Bool) {
    guard !matches.isEmpty else { return }
    let next = present.map { $0 + (isForward ? 1 : -1) } ?? firstInSight
    go(to: (next + matches.count) % matches.count)
  }

  private func go(to number: Int) {
    let before = present.map { matches[$0].text }
    present = number
    let (text, match) = matches[number]
    for text in [before, text].compactMap({ $0 }) {
      let own = matches.filter { $0.text === text }.map(\.match)
      text.show(own, present: presentMatch(in: text))
    }
    tell()
    text.reveal(match) { [weak self] label in
      guard let self else { return }
      ReadingPlace.afterLayout(of: scroller) { [weak self] in
        self?.scroll(to: label, match.range)
      }
    }
  }

  private func tell() {
    bar.show(searched.isEmpty ? nil : ((present ?? -1) + 1, matches.count))
  }

  private func scroll(to label: Label, _ range: Range<Int>) {
    guard label.isInside(scroller), let top = label.top(in: scroller) else { return }
    let place = label.place(of: range)
    let line = top + place.top
    if line < 0 || line + place.height > Double(scroller.height) {
      scroller.verticalAdjustment.value += line - Double(scroller.height) / 3
    }
    // Scrolls a wide table, too, if the match is beside its visible part.
    let around = sequence(first: label.asWidget, next: \.parent).lazy
    guard let wide = around.compactMap(\.asScrolledWindow).first, wide.pointer != scroller.pointer,
      let left = label.left(in: wide)
    else { return }
    let (start, width) = (left + place.left, Double(wide.width))
    if start < 0 || start + place.width > width {
      wide.horizontalAdjustment.value += start - max(0, (width - place.width) / 2)
    }
  }
}
