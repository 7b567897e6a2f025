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

/// The columns of a query that follow those of a ``MessageHead``.
protocol ColumnBehindHead: SelectedColumn {}

extension ColumnBehindHead {
  static var first: Int { MessageHead.stored.count }
}

/// Queries select these columns first, and their own ones behind them.
extension StoredRecord {
  static var columns: String { stored.map(\.column).joined(separator: ", ") }

  /// The columns as a part of the text that makes the table.
  static var definitions: String { stored.map(\.definition).joined(separator: ", ") }

  /// In the order of the columns.
  var values: [DatabaseValue] { Self.stored.map { $0.value(in: self) } }

  /// - Parameters:
  ///   - blank: has the properties that are not stored.
  ///   - row: of a query that selects ``columns`` first.
  init(_ blank: Self, _ row: Row) {
    self = blank
    for (index, property) in Self.stored.enumerated() { property.read(row, at: index, into: &self) }
  }
}

extension StoredProperty {
  var column: String {
    switch self {
    case .number(let name, _), .count(let name, _), .flag(let name, _), .date(let name, _),
      .text(let name, _), .names(let name, _):
      name
    }
  }

  fileprivate var definition: String {
    switch self {
    case .number, .count, .flag, .date: "\(column) INTEGER NOT NULL"
    case .text, .names: "\(column) TEXT NOT NULL"
    }
  }

  fileprivate func value(in record: Record) -> DatabaseValue {
    switch self {
    case .number(_, let path): record[keyPath: path].databaseValue
    case .count(_, let path): record[keyPath: path].databaseValue
    case .flag(_, let path): record[keyPath: path].databaseValue
    case .date(_, let path): Int64(record[keyPath: path].timeIntervalSince1970).databaseValue
    case .text(_, let path): record[keyPath: path].databaseValue
    case .names(_, let path): NameList.join(record[keyPath: path]).databaseValue
    }
  }

  fileprivate func read(_ row: Row, at index: Int, into record: inout Record) {
    switch self {
    case .number(_, let path): record[keyPath: path] = row[index]
    case .count(_, let path): record[keyPath: path] = row[index]
    case .flag(_, let path): record[keyPath: path] = row[index]
    case .date(_, let path): record[keyPath: path] = StoredDate.read(row[index])
    case .text(_, let path): record[keyPath: path] = row[index]
    case .names(_, let path): record[keyPath: path] = NameList.split(row[index])
    }
  }
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

/// Several names in one column, separated by a control character that no name contains.
enum NameList {
  private static let separator = "\u{1F}"

  static func join(_ names: [String]) -> String { names.joined(separator: separator) }

  static func split(_ text: String) -> [String] {
    text.utf8.split(separator: 0x1F).compactMap { String($0) }
  }
}

/// Several folders' row ids in one column.
enum FolderSet {
  static func join(_ folders: Set<Int64>) -> String {
    folders.sorted().map(String.init).joined(separator: ",")
  }

  static func split(_ text: String) -> Set<Int64> {
    Set(text.split(separator: ",").compactMap { Int64($0) })
  }
}

/// Counts by folder in one column.
enum FolderCounts {
  static func join(_ counts: [Int64: Int]) -> String {
    counts.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: ",")
  }

  static func split(_ text: String) -> [Int64: Int] {
    var counts: [Int64: Int] = [:]
    for entry in text.split(separator: ",") {
      let numbers = entry.split(separator: ":")
      guard numbers.count == 2, let folder = Int64(numbers[0]), let count = Int(numbers[1])
      else { continue }
      counts[folder] = count
    }
    return counts
  }
}

/// Dates as the store keeps them: whole seconds since 1970.
enum StoredDate {
  /// The end of the year 9999. A damaged store may hold any number.
  private static let limit: Int64 = 253_402_300_799

  static func read(_ seconds: Int64) -> Date {
    Date(timeIntervalSince1970: TimeInterval(min(max(-limit, seconds), limit)))
  }
}

/// Stores an offset as a number, and a structure as text.
extension PlaceHint: DatabaseValueConvertible {
  public var databaseValue: DatabaseValue {
    switch self {
    case .offset(let offset): offset.databaseValue
    case .structure(let structure): structure.databaseValue
    }
  }

  public static func fromDatabaseValue(_ value: DatabaseValue) -> PlaceHint? {
    switch value.storage {
    case .int64(let offset): .offset(offset)
    case .string(let structure): .structure(structure)
    default: nil
    }
  }
}
