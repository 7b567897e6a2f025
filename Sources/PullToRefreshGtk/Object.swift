import CPullToRefreshShim

/// Anything that is a `GObject`. Imported classes cannot be upcast; this protocol does it instead.
public nonisolated protocol ObjectConvertible {
  /// The same object as a plain `GObject`.
  var asObject: Object { get }
}

extension Object: ObjectConvertible {
  /// The object itself.
  public nonisolated var asObject: Object { self }
}

extension ObjectConvertible {
  /// The object's address, valid as long as the object has a reference. Imported classes have no
  /// `===`: compare addresses instead.
  public var pointer: OpaquePointer { unsafeBitCast(asObject, to: OpaquePointer.self) }

  @available(*, unavailable, message: "Only Swift objects are kept. A widget’s parent keeps it.")
  public func own(_ object: some ObjectConvertible, key: String) {}

  /// Makes the object keep a Swift value alive until it is finalized, or until the key is set
  /// again.
  public func own(_ value: AnyObject, key: String) {
    tideline_object_own(asObject, key, target(owning: value))
  }

  /// The value that was passed to ``own(_:key:)``.
  public func owned<Value: AnyObject>(_ type: Value.Type, key: String) -> Value? {
    guard let context = tideline_object_owned(asObject, key) else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(context).takeUnretainedValue() as? Value
  }

  /// Releases the value that was passed to ``own(_:key:)``.
  public func disown(key: String) {
    tideline_object_disown(asObject, key)
  }
}
