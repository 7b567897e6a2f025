import FoundationEssentials
import GRDB

/// The columns of a query, in the order in which they are selected, so that code reads a row by
/// name.
protocol SelectedColumn: CaseIterable, RawRepresentable<Int> {
  /// The number of columns that the query selects before these.
  static var first: Int { get }
}

extension SelectedColumn {
  static var first: Int { 0 }
  var index: Int { Self.first + rawValue }

  /// The columns as a part of the query's text.
  static var list: String { allCases.map { "\($0)" }.joined(separator: ", ") }
}

/// Reads values where GRDB's own subscripts would end the process: a damaged file may hold
/// anything, even a NULL that the tables' constraints forbid.
extension Row {
  subscript(column: some SelectedColumn) -> Int64 { self[column.index] }
  subscript(column: some SelectedColumn) -> Int { self[column.index] }
  subscript(column: some SelectedColumn) -> Bool { self[column.index] }
  subscript(column: some SelectedColumn) -> String { self[column.index] }
  subscript(column: some SelectedColumn) -> Data { self[column.index] }
  subscript(optional column: some SelectedColumn) -> Int64? { value(column.index) }
  subscript(optional column: some SelectedColumn) -> Int? { value(column.index) }
  subscript(optional column: some SelectedColumn) -> Data? { value(column.index) }

  subscript(index: Int) -> Int64 { value(index) ?? 0 }
  subscript(index: Int) -> Int { value(index) ?? 0 }
  subscript(index: Int) -> Bool { value(index) ?? false }
  subscript(index: Int) -> String { value(index) ?? "" }
  subscript(index: Int) -> Data { value(index) ?? Data() }

  func messageKey(_ column: some SelectedColumn) throws -> MessageKey {
    try withBytes(column) { MessageKey(bytes: Array($0)) }
  }

  /// Lends a blob's bytes; any other value is empty.
  func withBytes<Result>(
    _ column: some SelectedColumn,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    try withUnsafeData(atIndex: column.index) { try ($0 ?? Data()).withUnsafeBytes(body) }
  }

  func hint(_ column: some SelectedColumn) -> PlaceHint? {
    self[column.index]
  }

  private func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ index: Int
  ) -> Value? {
    self[index]
  }
}
