import CPullToRefreshGtk
import CTidelineGLib
import PullToRefreshGtk

/// The portal that starts a sandboxed program at each login.
public enum BackgroundPortal {
  /// Asks the desktop, which may ask the user. The answer may take 5 minutes.
  ///
  /// - Parameters:
  ///   - reason: the reason for starting the program, for the user.
  ///   - command: the command to start, in the sandbox.
  ///   - isWanted: false to stop starting it.
  /// - Throws: ``NotGranted``.
  public static func startAtLogin(
    _ isWanted: Bool,
    reason: String,
    command: [String]
  ) async throws(NotGranted) {
    var error: UnsafeMutablePointer<GError>?
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, &error) else {
      throw NotGranted(taking: error)
    }
    let problem: NotGranted? = await withCheckedContinuation { waiting in
      let request = PortalRequest(on: bus, isWanted) { waiting.resume(returning: $0) }
      request.send(reason, command)
    }
    if let problem { throw problem }
  }
}

/// The reason why the desktop does not start the program at login.
public nonisolated enum NotGranted: Error {
  /// The user, or the desktop itself, refused.
  case refused
  /// The portal went away, or took longer than 5 minutes.
  case unanswered
  /// The portal could not be called, for a reason in the desktop's own words.
  case failed(reason: String)

  fileprivate init(taking error: UnsafeMutablePointer<GError>?) {
    self = .failed(reason: error.map { String(cString: $0.pointee.message) } ?? "")
    if let error { g_error_free(error) }
  }
}

/// One request to the portal. Its answer, the end of the portal and the time limit may come in any
/// order; the first one counts. The call, the subscription to the answer and the watch of the
/// portal's name keep the request.
private final class PortalRequest {
  private let bus: OpaquePointer
  private let isWanted: Bool
  /// The name of the request, and the object that sends its answer.
  private let token, path: String
  private var done: ((NotGranted?) -> Void)?
  private var subscription: guint = 0
  private var watch: guint = 0
  private var limit: Timeout?

  private static let portal = "org.freedesktop.portal.Desktop"
  private static let interface = "org.freedesktop.portal.Request"
  /// The portal may ask the user first.
  private static let longest = Duration.seconds(300)
  private static var count = 0

  /// - Parameter bus: the connection; this object takes over its reference.
  init(on bus: OpaquePointer, _ isWanted: Bool, done: @escaping (NotGranted?) -> Void) {
    (self.bus, self.isWanted, self.done) = (bus, isWanted, done)
    Self.count += 1
    token = "tideline\(Self.count)"
    let sender = String(cString: g_dbus_connection_get_unique_name(bus)).dropFirst()
    let name = String(sender.map { $0 == "." ? "_" : $0 })
    path = "/org/freedesktop/portal/desktop/request/\(name)/\(token)"
  }

  isolated deinit { g_object_unref(UnsafeMutableRawPointer(bus)) }

  private var context: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  private static func from(_ context: UnsafeMutableRawPointer?) -> PortalRequest? {
    context.map { Unmanaged<PortalRequest>.fromOpaque($0).takeUnretainedValue() }
  }

  func send(_ reason: String, _ command: [String]) {
    // Subscribes before the call, so that no answer is missed.
    subscription = g_dbus_connection_signal_subscribe(
      bus,
      Self.portal,
      Self.interface,
      "Response",
      path,
      nil,
      G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, answer, context in
        MainActor.assumeIsolated { PortalRequest.from(context)?.responded(answer) }
      },
      context,
      releaseContext
    )
    limit = Timeout(after: Self.longest) { [weak self] in self?.expired() }
    let options = g_variant_dict_new(nil)
    defer { g_variant_dict_unref(options) }
    var words: [UnsafePointer<CChar>?] = command.map { UnsafePointer(strdup($0)) }
    defer { for word in words { free(UnsafeMutablePointer(mutating: word)) } }
    for (name, value) in [
      ("handle_token", g_variant_new_string(token)), ("reason", g_variant_new_string(reason)),
      ("autostart", g_variant_new_boolean(isWanted ? 1 : 0)),
      ("commandline", g_variant_new_strv(&words, words.count)),
    ] { g_variant_dict_insert_value(options, name, value) }
    let arguments = [g_variant_new_string(""), g_variant_dict_end(options)]
    callOnBus(
      bus,
      Self.portal,
      "/org/freedesktop/portal/desktop",
      "org.freedesktop.portal.Background",
      "RequestBackground",
      arguments
    ) { failure in self.called(failure.map { .failed(reason: $0) }) }
  }

  private func called(_ problem: NotGranted?) {
    guard problem == nil, done != nil else { return finish(problem) }
    // The call has started the portal if it did not run, so from now on its name has an owner.
    watch = g_bus_watch_name_on_connection(
      bus,
      Self.portal,
      G_BUS_NAME_WATCHER_FLAGS_NONE,
      nil,
      { _, _, context in
        MainActor.assumeIsolated { PortalRequest.from(context)?.finish(.unanswered) }
      },
      context,
      releaseContext
    )
  }

  private func responded(_ answer: OpaquePointer?) {
    var (isStarted, response): (gboolean, guint32) = (0, 2)
    if String(cString: g_variant_get_type_string(answer)) == "(ua{sv})" {
      let parts = [0, 1].map { g_variant_get_child_value(answer, $0) }
      defer { for part in parts { g_variant_unref(part) } }
      response = g_variant_get_uint32(parts[0])
      let started = g_variant_lookup_value(parts[1], "autostart", nil)
      if let started, String(cString: g_variant_get_type_string(started)) == "b" {
        isStarted = g_variant_get_boolean(started)
      }
      if let started { g_variant_unref(started) }
    }
    finish(response == 0 && (isStarted != 0) == isWanted ? nil : .refused)
  }

  private func expired() {
    // Closes a question that the portal may still show, since the answer would come too late.
    callOnBus(bus, Self.portal, path, Self.interface, "Close")
    finish(.unanswered)
  }

  /// Passes on the first answer, and ignores later ones.
  private func finish(_ problem: NotGranted?) {
    guard let done else { return }
    (self.done, limit) = (nil, nil)
    g_dbus_connection_signal_unsubscribe(bus, subscription)
    if watch != 0 { g_bus_unwatch_name(watch) }
    done(problem)
  }
}
