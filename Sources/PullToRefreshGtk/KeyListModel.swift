import CPullToRefreshShim

/// A list model of 64-bit keys, 8 bytes a row. The application looks a row's content up by its key
/// when the row is shown.
///
/// ```swift
/// let model = KeyListModel()
/// model.append(contentsOf: [3, 2, 1])
/// ```
public final class KeyListModel {
  /// The model for a list view's selection model.
  public let asListModel: ListModel

  /// An empty list.
  public init() {
    asListModel = tideline_key_list_new()
  }

  /// The number of rows.
  public var count: Int { Int(tideline_key_list_count(asListModel)) }

  /// The key at a position, which must be less than ``count``.
  public subscript(position: Int) -> Int64 {
    precondition(position < count)
    return tideline_key_list_key(asListModel, UInt32(position))
  }

  /// Replaces the keys of a range, and notifies the view of only that range.
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

  /// Forgets what the keys mean, before they are replaced by keys of other things: a view would
  /// keep the topmost key and the focused one in place, although they now stand for other rows.
  public func forgetItems() { tideline_key_list_forget_items(asListModel) }

  /// A range of the old keys, and the range of the new keys that replace them.
  public typealias Run = (old: Range<Int>, new: Range<Int>)

  /// Replaces all keys, and reports only the runs to the view. Each run is one change, which costs
  /// the same however long the list is.
  ///
  /// - Parameters:
  ///   - keys: the new keys, each at most once.
  ///   - runs: all differences, from the top down. No key may move from one run to a later one: it
  ///     would be in the list twice for a moment.
  @inlinable
  public func replaceAll(with keys: some Collection<Int64>, runs: [Run]) {
    _ = room(for: keys.count).initialize(from: keys)
    replace(runs)
  }

  @usableFromInline
  func room(for count: Int) -> UnsafeMutableBufferPointer<Int64> {
    let room = tideline_key_list_begin_replacing(asListModel, UInt32(count))
    return UnsafeMutableBufferPointer(start: room, count: count)
  }

  @usableFromInline
  func replace(_ runs: [Run]) {
    let runs = runs.map { run in
      TidelineKeyRun(
        old_start: UInt32(run.old.lowerBound),
        old_count: UInt32(run.old.count),
        new_start: UInt32(run.new.lowerBound),
        new_count: UInt32(run.new.count)
      )
    }
    tideline_key_list_replace(asListModel, runs, UInt32(runs.count))
  }

  /// Adds rows at the end.
  public func append(contentsOf keys: [Int64]) {
    replaceSubrange(count..<count, with: keys)
  }
}
