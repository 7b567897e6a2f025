import FoundationEssentials

/// A record whose properties have columns of their own in a table of the store.
///
/// The record names each property once, in ``visit(_:)``. The table, the queries, and the reading
/// and writing of rows follow from that list.
protocol StoredRecord {
  /// Passes on each stored property with the name of its column, in the order of the columns.
  mutating func visit(_ columns: inout some ColumnVisitor)
}

/// Lists, reads or writes the columns of a record.
protocol ColumnVisitor {
  mutating func visit(_ column: String, _ value: inout Int64)
  mutating func visit(_ column: String, _ value: inout Int)
  mutating func visit(_ column: String, _ value: inout Bool)
  mutating func visit(_ column: String, _ value: inout Date)
  mutating func visit(_ column: String, _ value: inout String)
  mutating func visit(_ column: String, _ value: inout [String])
}
