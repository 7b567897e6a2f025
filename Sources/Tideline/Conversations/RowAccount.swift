import TidelineGtk

/// The account of a row in a list of several accounts.
package struct RowAccount: Equatable {
  let name: String
  /// The number of the account's color, less than ``colors``.
  let color: Int

  /// The number of colors. With more accounts, some share a color.
  static let colors = 8

  /// - Parameter rank: the position in the order of the accounts.
  init(name: String, rank: Int) { (self.name, color) = (name, Self.color(rank: rank)) }

  static func color(rank: Int) -> Int { rank % colors }
}

/// A dot in an account's color: in the account's rows of All Inboxes, and beside its name in the
/// sidebar.
///
/// CSS: `box.account-dot`, with `.account-0` to `.account-7`.
final class AccountDot {
  let widget = Box(.horizontal, spacing: 0)
  /// The number of the color; nil hides the dot.
  var color: Int? {
    didSet {
      for number in 0..<RowAccount.colors {
        widget.setStyleClass("account-\(number)", number == color)
      }
      widget.isVisible = color != nil
    }
  }

  init() {
    widget.addStyleClass("account-dot")
    widget.setAlign(vertical: .center)
    widget.isVisible = false
  }
}
