import GRDB

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
