import FoundationEssentials
import GRDB

/// Values of a row, where GRDB's own reading of them would end the process: a damaged file may hold
/// anything, NULL among it, that the tables' constraints never let in.
extension Row {
  subscript(index: Int) -> Int64 { value(index) ?? 0 }
  subscript(index: Int) -> Int { value(index) ?? 0 }
  subscript(index: Int) -> Bool { value(index) ?? false }
  subscript(index: Int) -> String { value(index) ?? "" }
  subscript(index: Int) -> Data { value(index) ?? Data() }

  private func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ index: Int
  ) -> Value? {
    self[index]
  }
}
