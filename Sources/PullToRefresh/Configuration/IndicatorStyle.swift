/// What stands beside a row's title and shows how far it is pulled, and that something runs.
///
/// All styles but ``none`` end with an icon for success or failure. Nothing turns by itself where
/// the desktop's animations are off (`gtk-enable-animations`); the pull goes on moving it.
public enum IndicatorStyle: Hashable {
  /// The desktop's own spinner, turned by the pull until it runs.
  case spinner

  /// An arrow that turns with the pull and points the other way once letting go fires; then the
  /// spinner.
  case arrow

  /// A ring that fills with the pull; an arc of it turns while the handler runs.
  case ring

  /// A picture of the caller's own. One that cannot be read is warned of in GLib's log, and
  /// ``spinner`` shows instead.
  case picture(IndicatorPicture)

  /// Nothing at all.
  case none
}
