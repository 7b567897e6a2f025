import CTidelineGLib
import Foundation

/// A private message bus, which ends with this object.
final class MessageBus: Sendable {
  let address: String
  private let daemon = Process()

  init() throws {
    let output = Pipe()
    daemon.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
    daemon.arguments = ["--session", "--nofork", "--print-address"]
    daemon.standardOutput = output
    daemon.standardError = FileHandle.nullDevice
    try daemon.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    address = line.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit { daemon.terminate() }
}

/// Replaces systemd's logind on a bus.
final class SleepyComputer: Sendable {
  /// Safe, because it may be used from any thread.
  nonisolated(unsafe) private let bus: OpaquePointer

  init?(on address: String) {
    let flags =
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
      | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue
    let connection = g_dbus_connection_new_for_address_sync(
      address,
      GDBusConnectionFlags(flags),
      nil,
      nil,
      nil
    )
    guard let bus = connection else { return nil }
    self.bus = bus
    var arguments: [OpaquePointer?] = [
      g_variant_new_string("org.freedesktop.login1"), g_variant_new_uint32(0),
    ]
    let answer = g_dbus_connection_call_sync(
      bus,
      "org.freedesktop.DBus",
      "/org/freedesktop/DBus",
      "org.freedesktop.DBus",
      "RequestName",
      g_variant_new_tuple(&arguments, 2),
      nil,
      G_DBUS_CALL_FLAGS_NONE,
      -1,
      nil,
      nil
    )
    guard let answer else { return nil }
    g_variant_unref(answer)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(bus)) }

  /// Sends the signals of logind before and after a sleep.
  func prepareForSleep(_ isBefore: Bool) {
    var arguments: [OpaquePointer?] = [g_variant_new_boolean(isBefore ? 1 : 0)]
    g_dbus_connection_emit_signal(
      bus,
      nil,
      "/org/freedesktop/login1",
      "org.freedesktop.login1.Manager",
      "PrepareForSleep",
      g_variant_new_tuple(&arguments, 1),
      nil
    )
    g_dbus_connection_flush_sync(bus, nil, nil)
  }
}
