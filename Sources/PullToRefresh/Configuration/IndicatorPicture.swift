import PullToRefreshGtk

/// A custom picture that shows how far a row is pulled, and that its handler runs.
///
/// ```swift
/// controller.refresh.indicator = .picture(IndicatorPicture(icon: "mail-unread-symbolic"))
/// controller.refresh.indicator = .picture(IndicatorPicture(frames: paths, perSecond: 24))
/// ```
///
/// The picture is drawn within 24 × 24 application pixels, keeps its proportions and is never
/// enlarged. Symbolic icons of the theme are drawn in 16 × 16, in the indicator's color. Each file
/// is read on the main thread, when a row first shows it, and again after a change of the icon
/// theme, the scale or the reading direction.
public struct IndicatorPicture: Hashable {
  /// The motion during a pull and during a run.
  enum Motion: Hashable {
    case turning, still
    /// The pull reaches the last frame at the threshold; a run plays all frames in a loop.
    case frames(perSecond: Double)
  }

  enum Source: Hashable {
    case icon(String)
    /// A paintable; nil if the pointer did not point to a paintable.
    case paintable(HeldPaintable?)
    /// The paths of one or several pictures.
    case files([String])
  }

  let motion: Motion
  let source: Source

  /// An icon of the theme.
  ///
  /// - Parameters:
  ///   - icon: the name of an icon of the theme.
  ///   - turns: whether the icon turns, once from the beginning of the pull to the threshold and
  ///     once a second while the handler runs; otherwise it does not move.
  public init(icon: String, turns: Bool = true) {
    self.init(.icon(icon), turns ? .turning : .still)
  }

  /// A picture from a file.
  ///
  /// - Parameters:
  ///   - file: the path of a picture in any format that GdkPixbuf reads. If the file's name ends in
  ///     `-symbolic`, as in `moon-symbolic.svg`, the picture is a shape in the indicator's color.
  ///   - turns: whether the picture turns; otherwise it does not move.
  public init(file: String, turns: Bool = true) {
    self.init(.files([file]), turns ? .turning : .still)
  }

  /// A paintable of GTK.
  ///
  /// - Parameters:
  ///   - paintable: a live `GdkPaintable *`, which the picture keeps alive. An animated paintable
  ///     keeps its own animation. For any other pointer the spinner is shown, with a warning in
  ///     GLib's log.
  ///   - turns: whether the paintable turns; otherwise it does not move.
  public init(paintable: OpaquePointer, turns: Bool = true) {
    let held = Paintable.at(paintable).map(HeldPaintable.init)
    self.init(.paintable(held), turns ? .turning : .still)
  }

  /// Pictures that are shown one after the other, as an animation.
  ///
  /// - Parameters:
  ///   - frames: the paths of the pictures, in their order: the pull reaches the last picture at
  ///     the threshold, and all play in a loop while the handler runs. Each file is read when it is
  ///     first shown. If the first file's name ends in `-symbolic`, all are drawn as shapes.
  ///   - perSecond: the number of frames shown in a second while the handler runs, clamped to 1…60;
  ///     NaN counts as 12.
  public init(frames: [String], perSecond: Double = 12) {
    let rate = perSecond.isNaN ? 12 : min(max(perSecond, 1), 60)
    self.init(.files(frames), .frames(perSecond: rate))
  }

  private init(_ source: Source, _ motion: Motion) {
    self.source = source
    self.motion = motion
  }
}

extension IndicatorPicture {
  /// Whether the picture's files are drawn as shapes in the indicator's color.
  var isTinted: Bool {
    guard case .files(let paths) = source, let name = paths.first?.split(separator: "/").last
    else { return false }
    return name.split(separator: ".").first?.hasSuffix("-symbolic") ?? false
  }
}

/// A paintable that is released on the main thread, even if the last copy of its picture is
/// destroyed on another thread.
final class HeldPaintable: Hashable {
  let paintable: Paintable

  init(_ paintable: Paintable) { self.paintable = paintable }

  isolated deinit {}

  static func == (one: HeldPaintable, other: HeldPaintable) -> Bool {
    one.paintable.pointer == other.paintable.pointer
  }

  func hash(into hasher: inout Hasher) { hasher.combine(paintable.pointer) }
}

/// The indicator beside a row's title: it shows how far the row is pulled, and that its handler
/// runs.
///
/// All styles but ``none`` show an icon of success or failure after a run. If the desktop's
/// animations are off (`gtk-enable-animations`), only the pull moves an indicator.
///
/// ```swift
/// controller.refresh.indicator = .ring
/// ```
public struct IndicatorStyle: Hashable {
  enum Kind: Hashable {
    case spinner, arrow, ring, none
    case picture(IndicatorPicture)
  }

  let kind: Kind

  /// The desktop's own spinner. The pull turns it; while the handler runs, it spins by itself.
  public static let spinner = IndicatorStyle(kind: .spinner)

  /// An arrow that turns with the pull, and points the other way once the row is pulled far enough.
  /// While the handler runs, the spinner replaces it.
  public static let arrow = IndicatorStyle(kind: .arrow)

  /// A ring that fills with the pull. During a run, it fills with the progress that the
  /// handler reports; without a report, an arc of the ring turns.
  public static let ring = IndicatorStyle(kind: .ring)

  /// A custom picture. If it cannot be read, ``spinner`` is shown, with a warning in GLib's log.
  public static func picture(_ picture: IndicatorPicture) -> IndicatorStyle {
    IndicatorStyle(kind: .picture(picture))
  }

  /// No indicator.
  public static let none = IndicatorStyle(kind: .none)
}
