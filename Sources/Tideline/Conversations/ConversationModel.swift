import Gtk
import Mail

/// The conversations that are loaded, newest first: the keys behind the list view and their rows.
///
/// Changes are told to the view as the few splices that they are, never as a reset.
final class ConversationModel {
  let keys = KeyListModel()
  private var rows: [Int64: Conversation] = [:]

  /// Called with a row that looks different and stays where it is.
  var onContentChange: ((Conversation) -> Void)?

  var count: Int { keys.count }
  var isEmpty: Bool { keys.count == 0 }
  var first: Conversation? { isEmpty ? nil : rows[keys[0]] }
  var last: Conversation? { isEmpty ? nil : rows[keys[keys.count - 1]] }

  /// Whether the first rows are these, as they look now.
  func begins(with conversations: [Conversation]) -> Bool {
    conversations.count <= count
      && conversations.enumerated().allSatisfy { rows[keys[$0.offset]] == $0.element }
  }

  subscript(id: Int64) -> Conversation? { rows[id] }

  /// Adds the next page. Rows that are shown already are left out: while a page was fetched, a
  /// refresh may have brought some of them.
  ///
  /// - Returns: how many rows were added.
  @discardableResult
  func append(_ page: [Conversation]) -> Int {
    let added = page.filter { rows[$0.id] == nil }
    for conversation in added { rows[conversation.id] = conversation }
    keys.append(contentsOf: added.map(\.id))
    return added.count
  }

  /// Makes the list these conversations; the rows at both ends that stay are not touched.
  func replaceAll(with conversations: [Conversation]) {
    let old = (0..<count).map { keys[$0] }
    let new = conversations.map(\.id)
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old[head...].reversed(), new[head...].reversed()).prefix { $0 == $1 }.count
    for conversation in conversations
    where rows[conversation.id].map({ $0 != conversation }) == true {
      onContentChange?(conversation)
    }
    rows = Dictionary(conversations.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    keys.replaceSubrange(head..<(old.count - tail), with: Array(new[head..<(new.count - tail)]))
  }

  /// Applies what a refresh did.
  ///
  /// - Parameters:
  ///   - changes: in any order.
  ///   - end: where the next page begins; nil when the mailbox's oldest row is shown. Rows that
  ///     belong below are left for that page. The last row does not tell where it begins: that
  ///     row may have moved up since, and what arrives below it would be on no page.
  func apply(_ changes: [ConversationChange], downTo end: Cursor?) {
    var leaving: Set<Int64> = []
    var arriving: [Int64: Conversation] = [:]
    for change in changes {
      switch change {
      case .removed(let id), .merged(from: let id, into: _):
        leaving.insert(id)
        arriving[id] = nil
      case .insert(let conversation), .update(let conversation):
        let isBelow = end?.precedes(conversation) == true
        if !isBelow, let shown = rows[conversation.id], keepsItsPlace(shown, as: conversation) {
          rows[conversation.id] = conversation
          onContentChange?(conversation)
        } else {
          leaving.insert(conversation.id)
          arriving[conversation.id] = isBelow ? nil : conversation
        }
      }
    }
    remove(leaving)
    insert(arriving.values)
  }

  /// Whether a row can change into this one where it stands: the top row with a newer date, say.
  private func keepsItsPlace(_ shown: Conversation, as conversation: Conversation) -> Bool {
    guard conversation.date != shown.date else { return true }
    let place = position(of: shown)
    let above = place > 0 ? rows[keys[place - 1]] : nil
    let below = place + 1 < count ? rows[keys[place + 1]] : nil
    return above?.precedes(conversation) != false && below.map(conversation.precedes) != false
  }

  /// One splice for each run of neighbours, from below, so that positions stay true.
  private func remove(_ ids: Set<Int64>) {
    let positions = ids.compactMap { id in rows[id].map(position(of:)) }.sorted()
    for id in ids { rows[id] = nil }
    var end = positions.count
    while end > 0 {
      var start = end - 1
      while start > 0, positions[start - 1] == positions[start] - 1 { start -= 1 }
      keys.replaceSubrange(positions[start]..<(positions[end - 1] + 1), with: [])
      end = start
    }
  }

  /// One splice for each place where rows arrive, from below.
  private func insert(_ conversations: some Sequence<Conversation>) {
    let sorted = conversations.sorted { $0.precedes($1) }
    let places = sorted.map { (place: position(of: $0), conversation: $0) }
    for conversation in sorted { rows[conversation.id] = conversation }
    var end = places.count
    while end > 0 {
      let place = places[end - 1].place
      var start = end - 1
      while start > 0, places[start - 1].place == place { start -= 1 }
      keys.replaceSubrange(
        place..<place,
        with: places[start..<end].map(\.conversation.id)
      )
      end = start
    }
  }

  /// The first position whose row does not precede the conversation.
  private func position(of conversation: Conversation) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if rows[keys[middle]]?.precedes(conversation) == true {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}

extension Conversation {
  /// The list's order: newest first; of equal seconds, the larger id first.
  func precedes(_ other: Conversation) -> Bool {
    (date, id) > (other.date, other.id)
  }
}
