/// Makes the footer look like the header, until the user asks for another look.
final class FooterLook {
  /// Whether the footer has a look of its own.
  private(set) var isOwn: Bool { didSet { if isOwn != oldValue { onChange?() } } }
  /// Called after each change of ``isOwn``, also by a reset, an import or another program.
  var onChange: (() -> Void)?

  private let preferences: Preferences
  /// The values of the header's look, as of its last change.
  private var before: [String]

  private static let (header, footer) = (RowKeys.header.look, RowKeys.footer.look)

  init(_ preferences: Preferences) {
    self.preferences = preferences
    before = preferences.values(Self.header)
    isOwn = before != preferences.values(Self.footer)
    preferences.observe(Self.header + Self.footer, for: self) { [weak self] in self?.follow($0) }
  }

  func setOwn(_ isOwn: Bool) {
    self.isOwn = isOwn
    if !isOwn { copy(Array(Self.header.indices), of: before) }
  }

  private func follow(_ keys: Set<String>) {
    let (old, now, footer) = (
      before, preferences.values(Self.header), preferences.values(Self.footer)
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
    preferences.changeTogether {
      for place in places { preferences.settings.store(values[place], for: Self.footer[place]) }
    }
  }
}

extension Preferences {
  /// The values as GVariant text.
  fileprivate func values(_ keys: [String]) -> [String] { keys.map { settings.text($0) ?? "" } }
}
