// The declarations of Adwaita for Swift that the article's file uses, in their strictest form.

public final class ViewStorage {
  public var fields: [String: Any] = [:]
  public var opaquePointer: OpaquePointer?
}

public protocol AnyView {}

extension AnyView {
  public func inspect(_ modify: @Sendable @escaping (ViewStorage, Bool) -> Void) -> AnyView { self }
}
