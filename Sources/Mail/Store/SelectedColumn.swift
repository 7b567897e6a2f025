import FoundationEssentials
import GRDB

/// The columns of a query, in the order in which they are selected, so that code reads a row by
/// name.
protocol SelectedColumn: CaseIterable, RawRepresentable<Int> {}

extension SelectedColumn {
  /// The columns as a part of the query's text.
  static var list: String { allCases.map { "\($0)" }.joined(separator: ", ") }
}

/// Reads values where GRDB's own subscripts would end the process: a damaged file may hold
/// anything, even a NULL that the tables' constraints forbid.
extension Row {
  subscript(column: some SelectedColumn) -> Int64 { self[column.rawValue] }
  subscript(column: some SelectedColumn) -> Int { self[column.rawValue] }
  subscript(column: some SelectedColumn) -> Bool { self[column.rawValue] }
  subscript(column: some SelectedColumn) -> String { self[column.rawValue] }
  subscript(column: some SelectedColumn) -> Data { self[column.rawValue] }
  subscript(optional column: some SelectedColumn) -> Int64? { value(column.rawValue) }
  subscript(optional column: some SelectedColumn) -> Int? { value(column.rawValue) }
  subscript(optional column: some SelectedColumn) -> Data? { value(column.rawValue) }

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
    try withUnsafeData(atIndex: column.rawValue) { try ($0 ?? Data()).withUnsafeBytes(body) }
  }

  func hint(_ column: some SelectedColumn) -> PlaceHint? {
    self[column.rawValue]
  }

  private func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ index: Int
  ) -> Value? {
    self[index]
  }
}
