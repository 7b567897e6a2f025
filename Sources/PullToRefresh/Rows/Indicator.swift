import PullToRefreshGtk
import RefreshCore

/// The indicator beside the title: it shows how far the row is pulled, that the handler runs, and
/// how the run ended. 24 × 24 px, or hidden.
final class Indicator {
  /// The length of each side, in application pixels.
  static let size = 24
  /// The size of symbolic icons, in application pixels: the size that they are designed for.
  static let iconSize = 16

  let widget = Box(.horizontal, spacing: 0)
  private(set) lazy var ticker = FrameTicker(on: widget) { [weak self] in self?.draw() }

  private let image = Image(iconName: nil)
  private let spinner = Spinner()
  private let turning = TurningPaintable()
  private var icons: [String: Paintable] = [:]
  private var loaded: LoadedPicture?
  private var unreadable: IndicatorPicture?

  private var face = IndicatorFace.nothing
  private var asked: (style: IndicatorStyle, state: RefreshState)?
  /// Connections to objects that outlive the widget.
  private var connections: [SignalConnection] = []

  init() {
    widget.addStyleClass("indicator")
    widget.setSizeRequest(width: Self.size, height: Self.size)
    widget.isVisible = false
    image.pixelSize = Self.size
    image.setPaintable(turning.asPaintable)
    spinner.setAlign(horizontal: .center, vertical: .center)
    for part in [image.asWidget, spinner.asWidget] {
      part.setExpand(horizontal: true)
      part.isVisible = false
      widget.append(part)
    }
    // Keeps the parts' expansion inside the box: otherwise GTK would expand the box, too.
    widget.setExpand(horizontal: false)
    observe()
  }

  isolated deinit {
    for connection in connections { connection.disconnect() }
  }

  func show(_ style: IndicatorStyle, _ state: RefreshState) {
    asked = (style, state)
    var face = IndicatorFace(style, state)
    switch face {
    case .pulled(let picture, _), .playing(let picture):
      if picture != loaded?.picture { load(picture) }
      if picture == unreadable { face = IndicatorFace(.spinner, state) }
    default:
      break
    }
    guard face != self.face else { return }
    self.face = face
    update()
  }

  // MARK: Drawing

  private func update() {
    widget.isVisible = face != .nothing
    spinner.isVisible = face == .spinner
    image.isVisible = face != .nothing && face != .spinner
    // The style sheet animates the change.
    image.setStyleClass("over", face.isOver)
    updateMotion()
    draw()
  }

  /// Draws the face as it is at this moment of its motion.
  private func draw() {
    switch face {
    case .nothing, .spinner:
      break
    case .icon(let name, let degrees, _):
      turning.angle = degrees
      use(icon(name), isTinted: false)
    case .ring(let fraction):
      use(IndicatorArc(fraction: fraction, degrees: 0))
    case .arc:
      use(ticker.isWanted ? .turning(at: ticker.elapsed) : .still)
    case .pulled(_, let progress):
      turning.angle = loaded?.picture.motion == .turning ? 360 * progress : 0
      use(orGiveUp: loaded?.frame(at: progress))
    case .playing(let picture):
      play(picture.motion)
    }
  }

  private func play(_ motion: IndicatorPicture.Motion) {
    switch motion {
    case .turning, .still:
      turning.angle = 360 * (ticker.elapsed / .seconds(1))
      use(orGiveUp: loaded?.frame(at: 0))
    case .frames(let rate):
      turning.angle = 0
      let frame =
        ticker.isWanted ? loaded?.frame(at: ticker.elapsed, perSecond: rate) : loaded?.frame(at: 1)
      use(orGiveUp: frame)
    }
  }

  private func use(_ arc: IndicatorArc) {
    turning.angle = arc.degrees
    use(Paintable.ring(fraction: arc.fraction, size: Self.size), isTinted: true)
  }

  private func use(_ paintable: Paintable?, isTinted: Bool) {
    turning.isTinted = isTinted
    turning.child = paintable
  }

  private func use(orGiveUp paintable: Paintable?) {
    guard paintable == nil, let asked else {
      return use(paintable, isTinted: loaded?.picture.isTinted ?? false)
    }
    unreadable = loaded?.picture
    show(asked.style, asked.state)
  }

  // MARK: Pictures

  private func load(_ picture: IndicatorPicture) {
    loaded = LoadedPicture(picture, for: widget)
    unreadable = nil
  }

  private func icon(_ name: String) -> Paintable? {
    if let icon = icons[name] { return icon }
    let icon = Paintable.icon(name, size: Self.iconSize, for: widget)
    icons[name] = icon
    return icon
  }

  /// Loads icons and files again, after the theme, the scale or the direction changed.
  private func reload() {
    icons = [:]
    loaded = nil
    face = .nothing
    if let asked { show(asked.style, asked.state) }
  }

  // MARK: Motion

  private func updateMotion() {
    // Stops a hidden spinner, which would still request frames.
    spinner.isSpinning = face == .spinner && widget.isMapped
    ticker.isWanted = movesByItself && Settings.animationsEnabled
  }

  private var movesByItself: Bool {
    switch face {
    case .arc: true
    case .playing(let picture):
      switch picture.motion {
      case .turning: true
      case .still: false
      case .frames: (loaded?.frameCount ?? 0) > 1
      }
    default: false
    }
  }

  private func observe() {
    for signal in ["map", "unmap"] {
      widget.connect(signal) { [weak self] in self?.updateMotion() }
    }
    for signal in ["notify::scale-factor", "direction-changed"] {
      widget.connect(signal) { [weak self] in self?.reload() }
    }
    connections.append(widget.onIconThemeChange { [weak self] in self?.reload() })
    let settings = Settings.onAnimationsChange { [weak self] in
      self?.updateMotion()
      self?.draw()
    }
    if let settings { connections.append(settings) }
  }
}

/// Calls a closure before each frame, but only while frames are needed and the widget is mapped: a
/// frame clock that keeps running wakes the processor even if nothing changes.
final class FrameTicker {
  /// Whether frames are needed. ``elapsed`` starts at zero each time this becomes true.
  var isWanted = false {
    didSet {
      guard isWanted != oldValue else { return }
      elapsed = .zero
      begin = nil
      start()
    }
  }

  /// The frame clock's time since the first frame after ``isWanted`` became true.
  private(set) var elapsed = Duration.zero
  private(set) var isTicking = false

  private let widget: Unowned<Widget>
  private let step: () -> Void
  private var begin: Duration?

  /// - Parameters:
  ///   - widget: must live as long as the ticker.
  ///   - step: must not keep the widget alive.
  init(on widget: some WidgetConvertible, _ step: @escaping () -> Void) {
    self.widget = Unowned(widget.asWidget)
    self.step = step
    widget.connect("map") { [weak self] in self?.start() }
  }

  private func start() {
    guard isWanted, !isTicking, widget.object.isMapped else { return }
    isTicking = true
    widget.object.addTickCallback { [weak self] time in self?.tick(time) ?? false }
  }

  private func tick(_ time: Duration) -> Bool {
    guard isWanted, widget.object.isMapped else {
      isTicking = false
      return false
    }
    let begin = begin ?? time
    self.begin = begin
    elapsed = time - begin
    step()
    return true
  }
}
