import CPullToRefreshShim

/// Anything that is a `GObject`. Imported classes have no upcasts, so this stands in for them.
public nonisolated protocol ObjectConvertible {
  /// The same object as a plain `GObject`.
  var asObject: Object { get }
}

extension Object: ObjectConvertible {
  /// Itself.
  public nonisolated var asObject: Object { self }
}

extension ObjectConvertible {
  /// The object's address, valid while somebody holds a reference to it. Imported classes have no
  /// `===`: compare these.
  public var pointer: OpaquePointer { unsafeBitCast(asObject, to: OpaquePointer.self) }

  /// How many references are held to the object.
  var referenceCount: Int {
    let object = asObject
    return withExtendedLifetime(object) { Int(object.ref_count) }
  }

  /// Lets the object keep a Swift value until it is finalized, or until the key is set again.
  public func own(_ value: AnyObject, key: String) {
    tideline_object_own(asObject, key, target(owning: value))
  }

  /// What was given to ``own(_:key:)``.
  public func owned<Value: AnyObject>(_ type: Value.Type, key: String) -> Value? {
    guard let context = tideline_object_owned(asObject, key) else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(context).takeUnretainedValue() as? Value
  }

  /// Releases what was given to ``own(_:key:)``.
  public func disown(key: String) {
    tideline_object_disown(asObject, key)
  }
}
