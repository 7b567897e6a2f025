/// A reference that keeps nothing alive, for what a widget owns to point back at it.
///
/// Swift's `unowned` and `weak` do not take imported classes. Whoever keeps one must be gone, or
/// have been told, before the object dies.
public struct Unowned<Wrapped: ObjectConvertible> {
  private let pointer: OpaquePointer

  public init(_ object: Wrapped) { pointer = object.pointer }

  /// The object, which must be alive.
  public var object: Wrapped { unsafeBitCast(pointer, to: Wrapped.self) }
}
