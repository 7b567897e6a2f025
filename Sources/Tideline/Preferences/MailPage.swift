import CAdwaita
import Mail
import TidelineGtk
import TidelineProgram

/// The page on what happens to mail: the command that fetches it, and what is told of it.
enum MailPage {
  static func sections(_ preferences: Preferences) -> [PreferencePage.Section] {
    let keys = FetchKeys.all
    return [
      PreferencePage.Section(
        title: tr("Reading"),
        description: tr(
          "Here, Tideline notes for itself what you have read, and other programs see no difference. In "
            + "the mailbox, they do; what takes no marks, such as an mbox file, is marked here."
        ),
        rows: [
          ChoiceRow(
            preferences,
            key: MarkKeys.all.whenRead,
            label: tr("When I Read a Message"),
            name: \.label
          )
        ]
      ),
      PreferencePage.Section(
        title: tr("Fetching"),
        description: tr(
          "A program that brings new mail into the mailbox, such as mbsync, getmail or "
            + "offlineimap. It is run on each refresh, before the mailbox is read. Leave it empty "
            + "for none."
        ),
        rows: [
          // An example of a command, which is not translated.
          TitleRow(
            preferences,
            key: keys.command,
            label: tr("Fetch Command"),
            placeholder: "mbsync -a"
          ),
          SwitchRow(preferences, key: keys.inShell, label: tr("Run in a Shell")),
          NumberRow(
            preferences,
            key: keys.timeLimit,
            label: tr("Time Limit"),
            hint: tr("In seconds; 0 for none"),
            within: 0...FetchCommand.longestTimeLimit,
            step: 30
          ),
        ]
      ),
      PreferencePage.Section(
        title: tr("Notifications"),
        rows: [
          SwitchRow(
            preferences,
            key: NewMailKeys.all.inBackground,
            label: tr("Tell Me of New Mail"),
            hint: preferences.backgroundProblem
              ?? tr("Also while no window is open. Tideline then starts when you log in.")
          )
        ]
      ),
    ]
  }
}
