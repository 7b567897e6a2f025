import PullToRefreshGtk

/// A picture loaded for one widget. Each file is read once, when it is first needed.
final class LoadedPicture {
  let picture: IndicatorPicture
  private let widget: Unowned<Widget>
  private var frames: [Int: Paintable] = [:]
  /// The pictures that the process has warned of as unreadable, to warn of each only once.
  private static var warnings: Set<String> = []

  /// - Parameter widget: the widget to draw the picture in; must live as long as this object.
  init(_ picture: IndicatorPicture, for widget: some WidgetConvertible) {
    self.picture = picture
    self.widget = Unowned(widget.asWidget)
  }

  var frameCount: Int {
    if case .files(let paths) = picture.source { paths.count } else { 1 }
  }

  func frame(at progress: Double) -> Paintable? {
    frame(Int((progress * Double(frameCount - 1)).rounded()))
  }

  /// The frame for a time since the run began.
  func frame(at elapsed: Duration, perSecond: Double) -> Paintable? {
    guard frameCount > 0 else { return frame(0) }
    return frame(Int(elapsed / .seconds(1) * perSecond) % frameCount)
  }

  /// The picture, or one of its frames. Nil, with a warning, if it cannot be read.
  private func frame(_ index: Int) -> Paintable? {
    if let frame = frames[index] { return frame }
    let frame = read(index)
    frames[index] = frame
    return frame
  }

  private func read(_ index: Int) -> Paintable? {
    switch picture.source {
    case .paintable(let held?):
      return held.paintable
    case .icon(let name):
      let size = name.hasSuffix("-symbolic") ? Indicator.iconSize : Indicator.size
      let icon = Paintable.icon(name, size: size, for: widget.object)
      if icon == nil { warn("the icon “\(name)”", "the icon theme has no icon of that name") }
      return icon
    case .files(let paths) where paths.indices.contains(index):
      return read(file: paths[index])
    case .files:
      warn("a list of frames", "it is empty")
    case .paintable(nil):
      warn("the paintable", "the object is no GdkPaintable")
    }
    return nil
  }

  private func read(file path: String) -> Paintable? {
    do throws(UnreadablePicture) {
      return try Paintable.file(path, size: Indicator.size, for: widget.object)
    } catch {
      warn("the picture “\(path)”", error.reason)
      return nil
    }
  }

  private func warn(_ name: String, _ reason: String) {
    guard Self.warnings.insert(name).inserted else { return }
    Diagnostics.warn(
      """
      pull-to-refresh: \(name) cannot be shown as an indicator: \(reason). The spinner is shown \
      instead. Give IndicatorPicture the name of an installed icon or the path of a picture file.
      """
    )
  }
}
