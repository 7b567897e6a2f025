import CPullToRefreshShim

/// A reference that keeps nothing alive. An object owned by a widget uses it to refer back to the
/// widget.
///
/// Swift's `unowned` and `weak` do not support imported classes.
public struct Unowned<Wrapped: ObjectConvertible> {
  private let life: ObjectLife

  /// - Parameter object: the object, which is not kept alive.
  public init(_ object: Wrapped) { life = ObjectLife.of(object) }

  /// The object.
  ///
  /// - Precondition: ``isAlive``.
  public var object: Wrapped {
    guard let pointer = life.pointer else {
      preconditionFailure("This \(Wrapped.self) is gone. Ask isAlive where it may be.")
    }
    return unsafeBitCast(pointer, to: Wrapped.self)
  }

  /// Whether the object still exists. It exists until its last reference is released, also after it
  /// was destroyed, like a closed window.
  public var isAlive: Bool { life.pointer != nil }
}

/// Tells whether one object still exists. The object owns its `ObjectLife`, whose address becomes
/// nil when the object is finalized.
///
/// All references to an object share one instance: another reference costs one look-up.
final class ObjectLife {
  private var address: OpaquePointer?

  /// The object's address; nil once its last reference was released.
  var pointer: OpaquePointer? {
    // Checks the references, because an object that is being finalized can no longer be retained.
    address.flatMap { tideline_object_is_referenced(UnsafeMutableRawPointer($0)) ? $0 : nil }
  }

  private init(_ pointer: OpaquePointer) { address = pointer }

  static func of(_ object: some ObjectConvertible) -> ObjectLife {
    if let context = tideline_object_life(object.asObject) {
      return Unmanaged<ObjectLife>.fromOpaque(context).takeUnretainedValue()
    }
    let life = ObjectLife(object.pointer)
    let context = Unmanaged.passRetained(life).toOpaque()
    tideline_object_set_life(object.asObject, context) { context in
      guard let context else { return }
      MainActor.assumeIsolated {
        Unmanaged<ObjectLife>.fromOpaque(context).takeRetainedValue().address = nil
      }
    }
    return life
  }
}
