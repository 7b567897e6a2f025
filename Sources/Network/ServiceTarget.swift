import CTidelineGLib

/// A server for a domain's service: an SRV record of the DNS (RFC 2782).
public struct ServiceTarget: Sendable, Hashable {
  public let host: String
  public let port: UInt16

  public init(host: String, port: UInt16) { (self.host, self.port) = (host, port) }

  /// Looks up the records, in the order in which to try them.
  ///
  /// - Parameters:
  ///   - service: the service over TCP, without its underscore, such as `imaps`.
  ///   - domain: the domain in ASCII.
  /// - Returns: nil if there is no record; an empty list if a record for "." states that the domain
  ///   does not have the service.
  public static func lookUp(
    _ service: String,
    in domain: String
  ) async throws(NetworkError) -> [ServiceTarget]? {
    try await ServiceLookup().run(service, domain)
  }
}

private actor ServiceLookup {
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    NetworkThread.shared.asUnownedSerialExecutor()
  }

  func run(_ service: String, _ domain: String) async throws(NetworkError) -> [ServiceTarget]? {
    let interruption = Interruption()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: self) {
        AsyncCall().begin($0) {
          cglib_lookup_service(service, "tcp", domain, interruption.cancellable, $0, $1)
        }
      }
    } onCancel: {
      interruption.interrupt(.cancelled)
    }
    var records: UnsafeMutablePointer<GList>?
    do throws(SystemError) {
      _ = try result.finish { cglib_lookup_service_finish($0, &records, $1) }
    } catch {
      if error.saysNoRecord { return nil }
      let kind =
        interruption.cause == nil ? .init(error, at: .resolving) : NetworkError.Kind.cancelled
      throw NetworkError(
        host: domain,
        port: nil,
        step: .resolving,
        kind: kind,
        reason: error.message
      )
    }
    defer { g_resolver_free_targets(records) }
    return sequence(first: records) { $0?.pointee.next }.prefix { $0 != nil }
      .compactMap { ServiceTarget($0?.pointee.data) }
  }
}

extension ServiceTarget {
  /// Nil for a record that names no host.
  fileprivate init?(_ record: UnsafeMutableRawPointer?) {
    guard let record = record.map({ OpaquePointer($0) }) else { return nil }
    var host = String(cString: g_srv_target_get_hostname(record))
    if host.hasSuffix(".") { host.removeLast() }
    guard !host.isEmpty else { return nil }
    self.init(host: host, port: g_srv_target_get_port(record))
  }
}

extension SystemError {
  fileprivate var saysNoRecord: Bool {
    isResolver && code == Int32(bitPattern: G_RESOLVER_ERROR_NOT_FOUND.rawValue)
  }
}
