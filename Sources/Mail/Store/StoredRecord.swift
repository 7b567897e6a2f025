import FoundationEssentials

/// A record whose properties have columns of their own in a table of the store.
///
/// The record names each of them once, in ``stored``: the table, the queries, and the reading and
/// writing of rows follow from this list.
protocol StoredRecord {
  /// In the order of the columns.
  static var stored: [StoredProperty<Self>] { get }
}

/// A property with the name of its column, by the kind of its values.
enum StoredProperty<Record>: Sendable {
  case number(String, any WritableKeyPath<Record, Int64> & Sendable)
  case count(String, any WritableKeyPath<Record, Int> & Sendable)
  case flag(String, any WritableKeyPath<Record, Bool> & Sendable)
  case date(String, any WritableKeyPath<Record, Date> & Sendable)
  case text(String, any WritableKeyPath<Record, String> & Sendable)
  case names(String, any WritableKeyPath<Record, [String]> & Sendable)
}
