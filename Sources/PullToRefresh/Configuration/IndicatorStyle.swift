/// The indicator beside a row's title: it shows how far the row is pulled, and that its handler
/// runs.
///
/// All styles but ``none`` end with an icon for success or failure. If the desktop's animations are
/// off (`gtk-enable-animations`), only the pull moves an indicator.
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

  /// The desktop's own spinner. The pull turns it until the handler runs.
  public static let spinner = IndicatorStyle(kind: .spinner)

  /// An arrow that turns with the pull, and points the other way once a release fires. The spinner
  /// follows while the handler runs.
  public static let arrow = IndicatorStyle(kind: .arrow)

  /// A ring that fills with the pull; an arc of it turns while the handler runs.
  public static let ring = IndicatorStyle(kind: .ring)

  /// A custom picture. If it cannot be read, ``spinner`` is shown, with a warning in GLib's log.
  public static func picture(_ picture: IndicatorPicture) -> IndicatorStyle {
    IndicatorStyle(kind: .picture(picture))
  }

  /// No indicator.
  public static let none = IndicatorStyle(kind: .none)
}
