import Glibc
import TidelineGtk

/// The user's day, and whether the desktop's clock counts to twelve or to 24: what rows say of their
/// time is true as long as neither changes.
final class DesktopClock {
  /// What the texts of rows depend on.
  struct Face: Equatable {
    /// A number that is another one each day, in the user's time zone.
    let day: Int
    let countsToTwelve: Bool
  }

  private let settings = KeptSettings(DesktopClock.schema)
  private let now: () -> time_t
  private let onChange: () -> Void
  private var told: Face
  private var midnight: Timeout?

  private static let schema = "org.gnome.desktop.interface"
  /// Nil where the schema is not installed: then it counts to 24.
  private static let settings = KeptSettings(schema)

  /// - Parameters:
  ///   - now: the present, in seconds since 1970.
  ///   - onChange: called after each change.
  init(now: @escaping () -> time_t = { time(nil) }, onChange: @escaping () -> Void) {
    (self.now, self.onChange) = (now, onChange)
    told = Self.face(at: now())
    settings?.onChange(of: ["clock-format"]) { [weak self] _ in
      Self.known = nil
      self?.look()
    }
    // GSettings tells of a key's changes once it was read.
    _ = settings?.string("clock-format")
    awaitMidnight()
  }

  isolated deinit {
    midnight?.cancel()
    Self.known = nil
  }

  static var face: Face { face(at: time(nil)) }

  static var countsToTwelve: Bool {
    if let known { return known }
    let countsToTwelve = settings?.string("clock-format") == "12h"
    known = countsToTwelve
    return countsToTwelve
  }

  /// Each row asks, each time that it is shown. Nil after a change.
  private static var known: Bool?

  /// Tells of a change since it was looked last: a timer does not run while the computer sleeps.
  func look() {
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
      countsToTwelve: countsToTwelve
    )
  }

  private static func local(_ now: time_t) -> tm {
    var (now, local) = (now, tm())
    localtime_r(&now, &local)
    return local
  }
}
