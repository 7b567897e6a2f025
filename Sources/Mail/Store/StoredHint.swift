import GRDB

/// A number is an offset, and a text a structure.
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
