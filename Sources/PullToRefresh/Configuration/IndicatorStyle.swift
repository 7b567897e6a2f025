/// The indicator beside a row's title: it shows how far the row is pulled, and that its handler
/// runs.
///
/// All styles but ``none`` end with an icon for success or failure. Nothing turns by itself where
/// the desktop's animations are off (`gtk-enable-animations`); the pull still moves it.
public enum IndicatorStyle: Hashable {
  /// The desktop's own spinner, turned by the pull until it runs.
  case spinner

  /// An arrow that turns with the pull and points the other way once letting go fires; then the
  /// spinner.
  case arrow

  /// A ring that fills with the pull; an arc of it turns while the handler runs.
  case ring

  /// A custom picture. Where it cannot be read, a warning goes to GLib's log and ``spinner`` is
  /// shown instead.
  case picture(IndicatorPicture)

  /// No indicator.
  case none
}
