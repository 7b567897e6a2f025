/// Makes the footer look like the header, until the user asks for another look.
package final class FooterLook {
  /// Whether the footer has a look of its own.
  package private(set) var isOwn: Bool { didSet { if isOwn != oldValue { onChange?() } } }
  /// Called after each change of ``isOwn``, also by a reset, an import or another program.
  var onChange: (() -> Void)?

  private let store: any LookStore
  /// The values of the header's look, as of its last change.
  private var before: [String]

  private static let (header, footer) = (RowKeys.header.look, RowKeys.footer.look)

  package init(_ store: some LookStore) {
    self.store = store
    before = Self.header.map(store.value)
    isOwn = before != Self.footer.map(store.value)
    store.observe(Self.header + Self.footer, for: self) { [weak self] in self?.follow($0) }
  }

  func setOwn(_ isOwn: Bool) {
    self.isOwn = isOwn
    if !isOwn { copy(Array(Self.header.indices), of: before) }
  }

  private func follow(_ keys: Set<String>) {
    let (old, now, footer) = (
      before, Self.header.map(store.value), Self.footer.map(store.value)
    )
    before = now
    if !keys.isDisjoint(with: Self.footer) {
      // A reset or an import may change both looks together. If only the footer was changed, a look
      // of its own remains its own, even if it equals the header's.
      if !isOwn || !keys.isDisjoint(with: Self.header) { isOwn = now != footer }
    } else if !isOwn {
      // Copies a value only if the footer still has the header's old value. Otherwise, another
      // program has changed both, and this object will be notified of the footer's change, too.
      copy(now.indices.filter { now[$0] != old[$0] && footer[$0] == old[$0] }, of: now)
    }
  }

  private func copy(_ places: [Int], of values: [String]) {
    store.changeTogether {
      for place in places { store.set(values[place], for: Self.footer[place]) }
    }
  }
}
