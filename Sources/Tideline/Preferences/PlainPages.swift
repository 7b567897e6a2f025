import CAdwaita
import FoundationEssentials
import PullToRefresh
import TidelineGtk
import TidelineLooks
import TidelineProgram

/// The pages of the preferences window on which each row is bound to one key of the schema.
extension Preferences {
  func generalPage() -> PreferencesPage {
    let page = PreferencesPage()
    let marks = tr(
      "Marked here, a message is read in Tideline only. Marked in the mailbox, it is read in other "
        + "programs, too; mailboxes that take no marks, such as mbox files, are marked here."
    )
    let choices = ReadChoice.allCases.map { ($0.rawValue, $0.label) }
    let whenRead = choiceRow(PreferenceKey.whenRead, tr("When I Read a Message"), choices)
    page.add(title: tr("Reading"), description: marks, [whenRead])

    let key = PreferenceKey.tellsOfNewMail
    let usual = tr("Also while no window is open. Tideline then starts when you log in.")
    let notice = switchRow(key, tr("Tell Me of New Mail"), hint: usual)
    let shown = Unowned(notice)
    // If the program could not switch on the notifications, the row's second line says why.
    follow([key], in: notice) { shown.object.setSubtitle($0.backgroundProblem ?? usual) }
    page.add(title: tr("Notifications"), [notice])

    let modes = [("pull", tr("When Pulled")), ("automatic", tr("Automatically"))]
    let load = choiceRow(PreferenceKey.loadMode, tr("Load"), modes)
    let hint = tr("In conversations; counts from the next page on")
    let pageSize = numberRow(PreferenceKey.pageSize, tr("Page Size"), hint, within: 10...500)
    page.add(title: tr("Older Conversations"), [load, pageSize])
    return page
  }

  func appearancePage(_ editor: LookEditor) -> PreferencesPage {
    let page = PreferencesPage()
    page.add([editor.widget])
    let effect = tr("A second line says when the list was refreshed")
    let date = switchRow(RowKeys.showsLastUpdate, tr("Show Last Update"), hint: effect)
    page.add(title: tr("Last Update"), [date, dateFormatRow()])
    return page
  }

  /// A row to choose one of a few date formats. If the stored format is another one, it is offered,
  /// too. Each format is shown by an example.
  private func dateFormatRow() -> ComboRow {
    let own = text(RowKeys.dateFormat)
    let few = ["", "%R", "%x %R", "%F %R"]
    let example = Date(timeIntervalSinceNow: -301)
    let formats = (few.contains(own) ? few : few + [own]).map {
      ($0, LastUpdated.Format(stored: $0).text(of: example) ?? $0)
    }
    return choiceRow(RowKeys.dateFormat, tr("Date Format"), formats)
  }

  func pullingPage() -> PreferencesPage {
    let page = PreferencesPage()
    let hint = tr("How far to pull until letting go counts, in pixels")
    let threshold = numberRow(PreferenceKey.threshold, tr("Threshold"), hint, within: 24...400)
    page.add(title: tr("Distance"), [threshold])
    let effect = tr("Turning it on past the end refreshes or loads more")
    let wheel = switchRow(PreferenceKey.wheelPulls, tr("Wheel Pulls"), hint: effect)
    let others = tr("Touch, touchpad, keys and buttons work in any case.")
    page.add(title: tr("Mouse Wheel"), description: others, [wheel])
    return page
  }

  func fetchingPage() -> PreferencesPage {
    let page = PreferencesPage()
    let purpose = tr(
      "A program that brings new mail into the mailbox, such as mbsync, getmail or "
        + "offlineimap. It is run on each refresh, before the mailbox is read. Leave it empty "
        + "for none."
    )
    // An example of a command, which is not translated.
    let command = entryRow(PreferenceKey.fetchCommand, tr("Fetch Command"), usual: "mbsync -a")
    page.add(title: tr("Fetching"), description: purpose, [command])
    return page
  }
}
