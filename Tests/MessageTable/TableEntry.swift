import Foundation

/// Messages, and what a person expects of them. `README.md` describes the text form.
public struct TableEntry: Sendable {
  /// A sentence about what is expected.
  public var name: String
  public var messages: [TableMessage] = []
  /// From the top of the list.
  public var rows: [ExpectedRow] = []
}

/// A message, or a whole mbox, as it lies on disk.
public struct TableMessage: Sendable {
  public enum Place: Sendable, Hashable {
    case inbox
    case folder(String)
    /// The bytes are an mbox.
    case mbox
  }

  public var place: Place
  public var bytes: [UInt8]
}

/// A conversation, and the messages in it, oldest first.
public struct ExpectedRow: Sendable {
  public var expectations: [Expectation] = []
  public var messages: [[Expectation]] = []
}

/// A line of a row or a message: `key: value`, `key begins: value` and so on.
public struct Expectation: Sendable {
  public enum Comparison: String, Sendable {
    case equals, begins, has, lacks
  }

  public var key: String
  public var comparison: Comparison
  public var value: String

  /// Whether a value is as expected.
  public func isMet(by found: String) -> Bool {
    switch comparison {
    case .equals: found == value
    // Byte by byte: a mark that joins a character is looked for as well.
    case .begins: found.utf8.starts(with: value.utf8)
    case .has: found.utf8.firstRange(of: value.utf8) != nil
    case .lacks: found.utf8.firstRange(of: value.utf8) == nil
    }
  }
}
