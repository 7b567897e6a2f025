import TidelineGtk

/// A conversation of numbered messages, with one to four lines each, for the pages of chats.
final class Messages {
  let model = KeyListModel()
  private(set) var newest: Int64
  private(set) var oldest: Int64

  /// - Parameter numbers: the numbers of the first messages.
  init(_ numbers: ClosedRange<Int64> = 1...100) {
    (oldest, newest) = (numbers.lowerBound, numbers.upperBound)
    model.append(contentsOf: Array(oldest...newest))
  }

  /// Adds new messages at the end.
  func arrive(_ count: Int) {
    let keys = Array(newest + 1...newest + Int64(count))
    newest += Int64(count)
    model.append(contentsOf: keys)
  }

  /// Adds older messages before the first one.
  func prepend(_ count: Int) {
    let keys = Array(oldest - Int64(count)..<oldest)
    oldest -= Int64(count)
    model.replaceSubrange(0..<0, with: keys)
  }

  /// The messages in a list view, in a scrolled window.
  func listView() -> ScrolledWindow {
    let factory = Rows.factory(Self.text(of:), prepare: { $0.wrapAnywhere() })
    let list = ListView(model: SelectionModel(none: model.asListModel), factory: factory)
    list.setAccessibleLabel("Messages")
    return ScrolledWindow(list).filling()
  }

  static func text(of key: Int64) -> String {
    let lines = Int((key % 4 + 4) % 4)
    return (["Message \(key)"] + Array(repeating: "and a line of it", count: lines))
      .joined(separator: "\n")
  }
}
