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
