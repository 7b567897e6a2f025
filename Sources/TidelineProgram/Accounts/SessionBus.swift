import CTidelineGLib
import Mail

/// Calls services on the session bus.
///
/// Another program answers, so a reply of an unexpected type is an error, and so is a late one.
enum SessionBus {
  /// Calls a method whose arguments are texts.
  ///
  /// - Parameters:
  ///   - seconds: the longest time for the call, 1 or more.
  ///   - type: the type of the reply, in D-Bus notation.
  ///   - read: takes the needed parts from the reply; nil if the reply makes no sense.
  /// - Throws: ``BusFailure`` or `CancellationError`.
  static func call<Value: Sendable>(
    _ method: BusMethod,
    _ arguments: [String] = [],
    within seconds: Int,
    returning type: String,
    _ read: @escaping @Sendable (OpaquePointer) -> Value?
  ) async throws -> Value {
    try await WaitingCall.run(seconds: seconds, late: BusFailure.late(seconds: seconds)) {
      var error: UnsafeMutablePointer<GError>?
      guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, $0, &error) else {
        g_clear_error(&error)
        throw BusFailure.absent
      }
      defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
      // Keeps the program running when the bus closes.
      g_dbus_connection_set_exit_on_close(bus, 0)
      var values: [OpaquePointer?] = arguments.map { g_variant_new_string($0) }
      let expected = g_variant_type_new(type)
      defer { g_variant_type_free(expected) }
      let reply = g_dbus_connection_call_sync(
        bus,
        method.service,
        method.path,
        method.interface,
        method.name,
        g_variant_new_tuple(&values, gsize(values.count)),
        expected,
        G_DBUS_CALL_FLAGS_NONE,
        Int32.max,
        $0,
        &error
      )
      guard let reply else { throw BusFailure(taking: error) }
      defer { g_variant_unref(reply) }
      guard let value = read(reply) else { throw BusFailure.nonsense }
      return value
    }
  }
}

/// A method of a service's object.
struct BusMethod: Sendable {
  let service: String
  let path: String
  let interface: String
  let name: String
}

/// The reason why a call has failed.
package enum BusFailure: Error, Sendable, Hashable {
  /// There is no such service, or no bus.
  case absent
  case late(seconds: Int)
  /// The type or the content of the reply is not as expected.
  case nonsense
  /// The service or the bus returned an error, with this D-Bus name.
  case refused(name: String, reason: String)

  fileprivate init(taking error: UnsafeMutablePointer<GError>?) {
    guard let error else {
      self = .nonsense
      return
    }
    defer { g_error_free(error) }
    var name = ""
    if let remote = g_dbus_error_get_remote_error(error) {
      name = String(cString: remote)
      g_free(remote)
      g_dbus_error_strip_remote_error(error)
    }
    let absent = ["ServiceUnknown", "NameHasNoOwner"].map { "org.freedesktop.DBus.Error.\($0)" }
    let isWrongType =
      error.pointee.domain == g_io_error_quark()
      && error.pointee.code == Int32(bitPattern: G_IO_ERROR_INVALID_ARGUMENT.rawValue)
    self =
      if absent.contains(name) || name.hasPrefix("org.freedesktop.DBus.Error.Spawn.") {
        .absent
      } else if isWrongType {
        .nonsense
      } else {
        .refused(name: name, reason: String(cString: error.pointee.message))
      }
  }
}

/// The value of a property, as far as it is used.
package enum BusValue: Sendable, Hashable {
  case text(String)
  case flag(Bool)
  /// A value of another type.
  case other
}

/// The properties of objects, by path, interface and name.
package typealias BusObjects = [String: [String: [String: BusValue]]]

// Reads replies. The reply's type was checked before, and with it the type of each child.
enum BusReply {
  static let objects = "(a{oa{sa{sv}}})"

  static func text(_ reply: OpaquePointer) -> String? {
    child(reply, 0) { String(cString: g_variant_get_string($0, nil)) }
  }

  static func objects(_ reply: OpaquePointer) -> BusObjects {
    child(reply, 0) { entries($0) { entries($0) { entries($0, value) } } }
  }

  /// The entries of a dictionary whose keys are texts.
  private static func entries<Value>(
    _ dictionary: OpaquePointer,
    _ read: (OpaquePointer) -> Value
  ) -> [String: Value] {
    var result: [String: Value] = [:]
    for index in 0..<g_variant_n_children(dictionary) {
      child(dictionary, index) { entry in
        let key = child(entry, 0) { String(cString: g_variant_get_string($0, nil)) }
        result[key] = child(entry, 1, read)
      }
    }
    return result
  }

  private static func value(_ variant: OpaquePointer) -> BusValue {
    child(variant, 0) { value in
      switch String(cString: g_variant_get_type_string(value)) {
      case "s": .text(String(cString: g_variant_get_string(value, nil)))
      case "b": .flag(g_variant_get_boolean(value) != 0)
      default: .other
      }
    }
  }

  private static func child<Value>(
    _ container: OpaquePointer,
    _ index: gsize,
    _ read: (OpaquePointer) -> Value
  ) -> Value {
    let child: OpaquePointer = g_variant_get_child_value(container, index)
    defer { g_variant_unref(child) }
    return read(child)
  }
}
