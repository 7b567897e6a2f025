import CTidelineGLib

/// An error that GLib reports as a `GError`.
struct SystemError: Error {
  let domain: GQuark
  let code: Int32
  /// The error in the user's language, as far as GLib is translated.
  let message: String

  func isIO(_ codes: GIOErrorEnum...) -> Bool {
    domain == g_io_error_quark() && codes.contains { Int32(bitPattern: $0.rawValue) == code }
  }

  func isTLS(_ tlsCode: GTlsError) -> Bool {
    domain == g_tls_error_quark() && code == Int32(bitPattern: tlsCode.rawValue)
  }

  var isResolver: Bool { domain == g_resolver_error_quark() }

  var wouldBlock: Bool { isIO(G_IO_ERROR_WOULD_BLOCK) }
}

/// Calls a function that returns its error through a pointer.
func throwing<Value>(
  _ call: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value?
) throws(SystemError) -> Value {
  var error: UnsafeMutablePointer<GError>?
  let value = call(&error)
  if let error {
    defer { g_error_free(error) }
    throw SystemError(
      domain: error.pointee.domain,
      code: error.pointee.code,
      message: String(cString: error.pointee.message)
    )
  }
  guard let value else { throw SystemError(domain: 0, code: 0, message: "") }
  return value
}

extension String {
  /// Copies a text that GLib leaves to the caller, and frees it.
  init?(taking text: UnsafeMutablePointer<CChar>?) {
    guard let text else { return nil }
    defer { g_free(text) }
    self.init(cString: text)
  }
}

/// An asynchronous call of GIO, and the data of its callbacks. A subclass stores their results.
class AsyncCall {
  /// The result of the call, passed to GIO's finish function.
  struct Result: @unchecked Sendable {
    fileprivate let pointer: OpaquePointer

    func finish<Value>(
      _ finish: (OpaquePointer, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value?
    ) throws(SystemError) -> Value {
      defer { g_object_unref(UnsafeMutableRawPointer(pointer)) }
      return try throwing { finish(pointer, $0) }
    }
  }

  private var continuation: CheckedContinuation<Result, Never>?

  /// - Parameter begin: begins the call on the network thread with the completion callback and its
  ///   data, which is this object, retained until the completion.
  func begin(
    _ continuation: CheckedContinuation<Result, Never>,
    _ begin: (CGLibDone, UnsafeMutableRawPointer) -> Void
  ) {
    self.continuation = continuation
    let done: CGLibDone = { _, result, data in
      g_object_ref(UnsafeMutableRawPointer(result))
      let call = Unmanaged<AsyncCall>.fromOpaque(data).takeRetainedValue()
      call.continuation?.resume(returning: Result(pointer: result))
      call.continuation = nil
    }
    begin(done, Unmanaged.passRetained(self).toOpaque())
  }
}

/// Passes a value through C, as the data of a callback.
final class Box<Value> {
  let value: Value
  init(_ value: Value) { self.value = value }

  /// The value of a box that C keeps.
  static func value(at data: UnsafeRawPointer) -> Value {
    Unmanaged<Box>.fromOpaque(data).takeUnretainedValue().value
  }
}

/// Waits until a stream can be read or written, or the wait is cancelled.
///
/// - Parameter begin: makes the source, with its callback and the callback's data.
func awaitStream(
  _ continuation: CheckedContinuation<Void, Never>,
  _ begin: (CGLibReady, UnsafeMutableRawPointer) -> Void
) {
  typealias Wait = Box<CheckedContinuation<Void, Never>>
  let ready: CGLibReady = { _, data in
    Unmanaged<Wait>.fromOpaque(data).takeRetainedValue().value.resume()
    return 0
  }
  begin(ready, Unmanaged.passRetained(Wait(continuation)).toOpaque())
}
