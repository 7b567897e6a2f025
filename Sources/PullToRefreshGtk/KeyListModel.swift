import CPullToRefreshShim

/// A list model of 64-bit keys, 8 bytes a row: rows are looked up by key as they are shown.
public final class KeyListModel {
  /// What a list view's selection model takes.
  public let asListModel: ListModel

  /// An empty list.
  public init() {
    asListModel = tideline_key_list_new()
  }

  /// How many rows it has.
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

  /// A stretch of the old keys, and of the new ones that come in their place.
  public typealias Run = (old: Range<Int>, new: Range<Int>)

  /// Replaces all keys, and reports to the view only the runs: one change each, which costs the
  /// same however long the list is.
  ///
  /// - Parameters:
  ///   - keys: none twice.
  ///   - runs: all that differs, from the top down. No key may move from one to another further
  ///     down: it would be in the list twice for a moment.
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
