import CGtkShim

/// A list model of 64-bit keys, 8 bytes a row: rows are looked up by key as they are shown.
public final class KeyListModel {
  public let asListModel: ListModel

  public init() {
    asListModel = tideline_key_list_new()
  }

  public var count: Int { Int(tideline_key_list_count(asListModel)) }

  /// - Precondition: `position` is less than ``count``.
  public subscript(position: Int) -> Int64 {
    precondition(position < count)
    return tideline_key_list_key(asListModel, UInt32(position))
  }

  /// Replaces the keys of a range, and notifies the view of that range alone.
  public func replaceSubrange(_ range: Range<Int>, with keys: [Int64]) {
    precondition(range.upperBound <= count)
    tideline_key_list_splice(
      asListModel,
      UInt32(range.lowerBound),
      UInt32(range.count),
      keys,
      UInt32(keys.count)
    )
  }

  public func append(contentsOf keys: [Int64]) {
    replaceSubrange(count..<count, with: keys)
  }
}
