import CAdwaita
import TidelineGtk
import TidelineLocalization
import TidelineProgram

final class SidebarRow {
  /// The actions in an account's menu.
  enum AccountAct: String, CaseIterable {
    case refresh, properties, remove
  }

  let widget = Box(.horizontal, spacing: 8)
  private let icon = Image(iconName: nil)
  private let dot = AccountDot()
  private let name = Label.line("name")
  private let spinner = Spinner()
  private let trouble = Image(iconName: nil)
  private let count = Label(nil)
  private let menu = MenuButton.make("view-more-symbolic", tr("Account"), isFlat: true)

  /// The indentation of a folder within its parent, in px.
  private static let indent = 16
  /// The maximum number of indentations, so that a deep folder's name still has some space.
  private static let deepest = 5

  init(act: @escaping (AccountAct) -> Void) {
    widget.addStyleClass("folder")
    name.setExpand(horizontal: true)
    count.addStyleClasses("count", "numeric")
    menu.setMenu(Self.accountMenu())
    widget.append([icon, dot.widget, name, spinner, trouble, count, menu])
    let actions = SimpleActionGroup()
    for choice in AccountAct.allCases { actions.add(.named(choice.rawValue) { act(choice) }) }
    widget.insert(actions, prefix: "account")
  }

  func show(_ line: SidebarLine) {
    icon.setIcon(name: line.icon)
    dot.color = line.account?.color
    name.text = line.title
    count.text = line.unread.grouped
    count.isVisible = line.unread > 0
    widget.setStyleClass("unread", line.unread > 0)
    widget.setStyleClass("account", line.account != nil)
    icon.marginStart = Self.indent * min(line.depth, Self.deepest)
    widget.tooltipText = line.tooltip
    spinner.isVisible = line.account?.isRefreshing == true
    spinner.isSpinning = spinner.isVisible
    trouble.isVisible = line.account?.trouble != nil
    if let found = line.account?.trouble { trouble.setIcon(name: found.icon) }
    menu.isVisible = line.account != nil
    menu.setAccessibleLabel(tr("Menu of %s", with: line.title))
    (widget.parent ?? widget.asWidget).setAccessibleLabel(line.spoken)
  }

  private static func accountMenu() -> Menu {
    let menu = Menu()
    menu.append(tr("_Refresh"), action: "account.\(AccountAct.refresh)")
    menu.append(tr("_Properties"), action: "account.\(AccountAct.properties)")
    menu.append(tr("Re_move…"), action: "account.\(AccountAct.remove)")
    return menu
  }
}
