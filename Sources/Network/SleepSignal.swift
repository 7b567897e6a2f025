import CTidelineGLib

/// Receives the signal of systemd's logind when the computer sleeps and wakes, for as long as this
/// object exists. Created and released on the network thread.
final class SleepSignal {
  /// A connection to a bus. GDBusConnection may be used from any thread.
  struct Bus: @unchecked Sendable {
    fileprivate let pointer: OpaquePointer
  }

  private let bus: Bus
  private let subscription: guint

  /// - Returns: nil if there is no bus.
  static func connect(
    to address: String,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Bus? {
    let result = await withCheckedContinuation(isolation: isolation) {
      AsyncCall().begin($0) { cglib_bus_connect(address, $0, $1) }
    }
    let pointer = try? result.finish { g_dbus_connection_new_for_address_finish($0, $1) }
    return pointer.map(Bus.init)
  }

  /// - Parameters:
  ///   - bus: released with this object.
  ///   - onWake: called on the network thread after the computer has slept.
  init(on bus: Bus, onWake: @escaping @Sendable () -> Void) {
    self.bus = bus
    subscription = g_dbus_connection_signal_subscribe(
      bus.pointer,
      "org.freedesktop.login1",
      "org.freedesktop.login1.Manager",
      "PrepareForSleep",
      "/org/freedesktop/login1",
      nil,
      G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, arguments, data in
        guard let data, SleepSignal.hasWoken(arguments) else { return }
        Box<@Sendable () -> Void>.value(at: data)()
      },
      Unmanaged.passRetained(Box(onWake)).toOpaque(),
      { data in data.map { Unmanaged<Box<@Sendable () -> Void>>.fromOpaque($0).release() } }
    )
  }

  deinit {
    g_dbus_connection_signal_unsubscribe(bus.pointer, subscription)
    g_object_unref(UnsafeMutableRawPointer(bus.pointer))
  }

  /// The signal's one argument is true before the sleep and false after it.
  static func hasWoken(_ arguments: OpaquePointer?) -> Bool {
    guard let arguments, g_variant_check_format_string(arguments, "(b)", 0) != 0 else {
      return false
    }
    let isBefore = g_variant_get_child_value(arguments, 0)
    defer { g_variant_unref(isBefore) }
    return g_variant_get_boolean(isBefore) == 0
  }
}
