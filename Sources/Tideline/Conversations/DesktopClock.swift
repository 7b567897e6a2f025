import Glibc
import TidelineGtk
import TidelineLocalization

/// Observes the day, the time zone, and the desktop's clock format (12 or 24 hours): all dates that
/// are shown have to change with them.
final class DesktopClock {
  /// The day, the time zone and the clock format.
  struct Face: Equatable {
    /// A number that differs for each day, in the user's time zone.
    let day: Int
    /// The difference of the time zone from UTC, in seconds.
    let offset: Int
    let countsToTwelve: Bool
  }

  private let settings = KeptSettings("org.gnome.desktop.interface")
  private let now: () -> time_t
  private let onChange: () -> Void
  private var told: Face
  private var midnight: Timeout?
  /// Observes the system's time zone.
  private var zone: FileMonitor?

  private static let zonePath = "/etc/localtime"

  init(now: @escaping () -> time_t = { time(nil) }, onChange: @escaping () -> Void) {
    (self.now, self.onChange) = (now, onChange)
    told = Self.face(at: now())
    settings?.onChange(of: ["clock-format"]) { [weak self] _ in
      Self.known = nil
      self?.look()
    }
    // GSettings reports changes of a key only after it was read once.
    _ = settings?.string("clock-format")
    // Watches only an existing file: GLib would poll for a missing one.
    if access(Self.zonePath, F_OK) == 0 {
      zone = FileMonitor(path: Self.zonePath) { [weak self] _ in self?.look() }
    }
    awaitMidnight()
  }

  isolated deinit {
    midnight?.cancel()
    Self.known = nil
  }

  static var face: Face { face(at: time(nil)) }

  static var countsToTwelve: Bool {
    if let known { return known }
    let countsToTwelve = ClockFormat.countsToTwelve
    known = countsToTwelve
    return countsToTwelve
  }

  /// The clock format, cached because each shown row asks for it; nil until it is read again.
  private static var known: Bool?

  /// Compares the day, the time zone and the clock format with the last known ones, and reports a
  /// change. A timer does not run while the computer sleeps, so a window calls this when the window
  /// becomes active.
  func look() {
    // Reads the time zone again: `localtime_r` does not.
    tzset()
    awaitMidnight()
    let face = Self.face(at: now())
    guard told != face else { return }
    told = face
    onChange()
  }

  private func awaitMidnight() {
    midnight?.cancel()
    var next = Self.local(now())
    next.tm_mday += 1
    (next.tm_hour, next.tm_min, next.tm_sec, next.tm_isdst) = (0, 0, 0, -1)
    let rest = Duration.seconds(max(1, mktime(&next) - now()))
    midnight = Timeout(after: rest) { [weak self] in self?.look() }
  }

  private static func face(at now: time_t) -> Face {
    let local = local(now)
    return Face(
      day: 1_000 * Int(local.tm_year) + Int(local.tm_yday),
      offset: local.tm_gmtoff,
      countsToTwelve: countsToTwelve
    )
  }

  private static func local(_ now: time_t) -> tm {
    var (now, local) = (now, tm())
    localtime_r(&now, &local)
    return local
  }
}
