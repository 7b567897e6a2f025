/// The indicator beside a row's title: it shows how far the row is pulled, and that its handler
/// runs.
///
/// All styles but ``none`` end with an icon for success or failure. If the desktop's animations are
/// off (`gtk-enable-animations`), only the pull moves an indicator.
///
/// ```swift
/// controller.refresh.indicator = .ring
/// ```
public enum IndicatorStyle: Hashable {
  /// The desktop's own spinner. The pull turns it until the handler runs.
  case spinner

  /// An arrow that turns with the pull, and points the other way once a release fires. The spinner
  /// follows while the handler runs.
  case arrow

  /// A ring that fills with the pull; an arc of it turns while the handler runs.
  case ring

  /// A custom picture. If it cannot be read, ``spinner`` is shown, with a warning in GLib's log.
  case picture(IndicatorPicture)

  /// No indicator.
  case none
}
