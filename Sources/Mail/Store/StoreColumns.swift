import FoundationEssentials
import GRDB

/// The columns of a query, in the order of selection, so that code reads a row by column name.
protocol SelectedColumn: CaseIterable, RawRepresentable<Int> {
  /// The number of columns that the query selects before these.
  static var first: Int { get }
}

extension SelectedColumn {
  static var first: Int { 0 }
  var index: Int { Self.first + rawValue }

  /// The columns' names, separated by commas.
  static var list: String { allCases.map { "\($0)" }.joined(separator: ", ") }
}

/// The columns of a query that follow those of a ``MessageHead``.
protocol ColumnBehindHead: SelectedColumn {}

extension ColumnBehindHead {
  static var first: Int { MessageHead.columns.names.count }
}

extension MessageHead { static let columns = RecordColumns(of: MessageHead()) }
extension Conversation { static let columns = RecordColumns(of: Conversation(id: 0)) }

/// The columns of a record. Queries select them first, and further columns after them.
struct RecordColumns: ColumnVisitor, Sendable {
  private(set) var names: [String] = []
  /// The columns' definitions, for the statement that creates the table.
  private(set) var definitions = ""

  init(of record: some StoredRecord) {
    var record = record
    record.visit(&self)
  }

  /// The columns' names, separated by commas.
  var list: String { names.joined(separator: ", ") }
  /// One question mark for each column, separated by commas.
  var places: String { repeatElement("?", count: names.count).joined(separator: ", ") }

  mutating func visit(_ column: String, _ value: inout Int64) { add(column, "INTEGER") }
  mutating func visit(_ column: String, _ value: inout Int) { add(column, "INTEGER") }
  mutating func visit(_ column: String, _ value: inout Bool) { add(column, "INTEGER") }
  mutating func visit(_ column: String, _ value: inout Date) { add(column, "INTEGER") }
  mutating func visit(_ column: String, _ value: inout String) { add(column, "TEXT") }
  mutating func visit(_ column: String, _ value: inout [String]) { add(column, "TEXT") }

  private mutating func add(_ column: String, _ type: String) {
    definitions += "\(names.isEmpty ? "" : ", ")\(column) \(type) NOT NULL"
    names.append(column)
  }
}

extension StoredRecord {
  /// The values, in the order of the columns.
  var values: [DatabaseValue] {
    var (record, writer) = (self, ColumnWriter())
    record.visit(&writer)
    return writer.values
  }

  /// - Parameters:
  ///   - blank: the source of the properties that are not stored.
  ///   - row: a row of a query that selects the record's columns first.
  init(_ blank: Self, _ row: Row) {
    self = blank
    var reader = ColumnReader(row)
    visit(&reader)
  }
}

private struct ColumnWriter: ColumnVisitor {
  var values: [DatabaseValue] = []

  mutating func visit(_ column: String, _ value: inout Int64) { add(value) }
  mutating func visit(_ column: String, _ value: inout Int) { add(value) }
  mutating func visit(_ column: String, _ value: inout Bool) { add(value) }
  mutating func visit(_ column: String, _ value: inout Date) { add(StoredDate.seconds(value)) }
  mutating func visit(_ column: String, _ value: inout String) { add(value) }
  mutating func visit(_ column: String, _ value: inout [String]) { add(NameList.join(value)) }

  private mutating func add(_ value: some DatabaseValueConvertible) {
    values.append(value.databaseValue)
  }
}

private struct ColumnReader: ColumnVisitor {
  private let row: Row
  private var index = -1

  init(_ row: Row) { self.row = row }

  mutating func visit(_ column: String, _ value: inout Int64) { value = row[next()] }
  mutating func visit(_ column: String, _ value: inout Int) { value = row[next()] }
  mutating func visit(_ column: String, _ value: inout Bool) { value = row[next()] }
  mutating func visit(_ column: String, _ value: inout Date) {
    value = StoredDate.read(row[next()])
  }
  mutating func visit(_ column: String, _ value: inout String) { value = row[next()] }
  mutating func visit(_ column: String, _ value: inout [String]) {
    value = NameList.split(row[next()])
  }

  private mutating func next() -> Int {
    index += 1
    return index
  }
}

/// Reads values of unexpected types as empty, where GRDB's own subscripts would end the process: a
/// damaged file may hold anything, even a NULL that the tables' constraints forbid.
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

  /// Passes on a blob's bytes; a value of another type has none.
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

/// Dates as stored: whole seconds since 1970.
enum StoredDate {
  /// The limit of dates: the end of the year 9999. A damaged store may hold any integer.
  private static let limit: Int64 = 253_402_300_799

  static func seconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970) }

  static func read(_ seconds: Int64) -> Date {
    Date(timeIntervalSince1970: TimeInterval(min(max(-limit, seconds), limit)))
  }
}

/// Stores an offset as an integer, and a structure as text.
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
