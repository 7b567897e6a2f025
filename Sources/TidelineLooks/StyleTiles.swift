import PullToRefresh
import TidelineGtk

extension LookStore {
  /// Tiles to choose a row's indicator style. Each tile previews one style in header and footer.
  ///
  /// - Parameters:
  ///   - keys: the keys of the row whose style is chosen.
  ///   - label: the accessible label of the group of tiles.
  func styleTiles(_ keys: RowKeys, _ label: String) -> Box {
    let tiles = Box.flow(role: .group)
    tiles.setAccessibleLabel(label)
    for style in IndicatorChoice.allCases {
      let tile = ToggleButton()
      tile.addStyleClass("style-tile")
      tile.setAccessibleLabel(style.label)
      if let first = tiles.children.first?.as(ToggleButton.self) { tile.join(first) }
      let shown = Unowned(tile)
      follow([keys.picture, keys.indicator], in: tile) {
        shown.object.asButton.setChild(Self.tile(style, $0.tileIndicator(style, keys)))
        shown.object.isActive = $0.value(keys.indicator) == style.rawValue
        shown.object.asWidget.isSensitive = $0.isWritable(keys.indicator)
      }
      tile.connect("toggled") { [weak self] in
        if shown.object.isActive { self?.choose(style.rawValue, for: keys.indicator) }
      }
      tiles.append(tile)
    }
    return tiles
  }

  /// The indicator on a style's tile: for the style `picture` without a file, an icon.
  private func tileIndicator(_ style: IndicatorChoice, _ keys: RowKeys) -> IndicatorStyle {
    style == .picture && value(keys.picture).isEmpty
      ? .picture(IndicatorPicture(icon: "image-x-generic-symbolic")) : indicator(style, keys)
  }

  /// A tile's content: the header, two lines in place of the list, the footer, the style's name.
  private static func tile(_ style: IndicatorChoice, _ indicator: IndicatorStyle) -> Box {
    var (header, footer) = (RowConfiguration.refresh, RowConfiguration.loadMore)
    (header.indicator, footer.indicator) = (indicator, indicator)
    (header.fadesWithPull, footer.fadesWithPull) = (false, false)
    (header.titles.pull, footer.titles.pull) = ("", "")
    var metrics = PullMetrics()
    (metrics.refreshHeight, metrics.loadHeight) = (40, 40)
    let pulled = { (edge: PullEdge) in RefreshState(edge: edge, moment: .pulling, progress: 0.7) }
    let name = Label(style.label)
    name.addStyleClass("caption")
    let content = Box(.vertical, spacing: 6)
    content.append(header.preview(of: pulled(.top), metrics: metrics))
    for _ in 0..<2 { content.append(Separator(.horizontal)) }
    content.append(footer.preview(of: pulled(.bottom), metrics: metrics))
    content.append(name)
    return content
  }
}
