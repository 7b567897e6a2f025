import Mail

extension MessageBlock {
  /// A list with numbers from `start` on, or with bullets.
  public static func numbered(from start: Int?, items: [[MessageBlock]]) -> MessageBlock {
    let items = items.enumerated().map { index, blocks in
      ListItem(mark: start.map { "\($0 + index)." } ?? "•", blocks: blocks)
    }
    return .list(items)
  }
}
