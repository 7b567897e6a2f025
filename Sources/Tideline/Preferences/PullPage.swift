import CAdwaita
import TidelineGtk
import TidelineProgram

/// The page on the pull itself, at both ends of the list.
enum PullPage {
  static func sections(_ preferences: Preferences) -> [PreferencePage.Section] {
    let keys = PullKeys.all
    return [
      PreferencePage.Section(
        title: tr("Distance"),
        rows: [
          NumberRow(
            preferences,
            key: keys.threshold,
            label: tr("Threshold"),
            hint: tr("How far to pull until letting go counts, in pixels"),
            within: PullKeys.thresholds,
            step: 10
          )
        ]
      ),
      PreferencePage.Section(
        title: tr("Mouse Wheel"),
        description: tr("Touch, touchpad, keys and buttons work in any case."),
        rows: [
          SwitchRow(
            preferences,
            key: keys.wheelPulls,
            label: tr("Wheel Pulls"),
            hint: tr("Turning it on past the end refreshes or loads more")
          ),
          NumberRow(
            preferences,
            key: keys.wheelNotches,
            label: tr("Notches"),
            hint: tr("How many, one soon after the other"),
            within: PullKeys.notches,
            step: 1,
            counts: { preferences[keys.wheelPulls] }
          ),
        ]
      ),
    ]
  }
}
