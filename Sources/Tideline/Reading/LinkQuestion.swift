import CAdwaita
import TidelineGtk
import TidelineProgram

extension LinkTarget {
  var title: String { tr("Leads to %s", with: destination) }

  /// The tooltip of a link whose text shows only a part of the address.
  static func title(ofWhole address: String) -> String { tr("Leads to %s", with: address) }
}

/// Follows links, and asks the user first if a link leads elsewhere than it seems to.
enum LinkQuestion {
  /// Makes a label ask before it follows a link that is misleading or among the contradictions, and
  /// say why a link cannot be followed.
  static func add(to label: Label, _ contradictions: Set<String> = []) {
    let label = Unowned(label)
    label.object.onLink { address in
      follow(address, isContradicted: contradictions.contains(address), over: label.object.window)
    }
  }

  /// - Returns: false without a window.
  @discardableResult
  static func follow(_ address: String, isContradicted: Bool, over window: Window?) -> Bool {
    guard let window else { return false }
    let target = LinkTarget(address)
    if target.isMisleading || isContradicted {
      ask(address, target, over: window)
    } else {
      Task { await follow(address, over: window) }
    }
    return true
  }

  private static func ask(_ address: String, _ target: LinkTarget, over window: Window) {
    let dialog = MessageDialog.make(
      over: window,
      heading: tr("Go to “%s”?", with: target.destination),
      body: tr(
        "The link “%s” does not lead where it seems to. Follow it only if you know this server.",
        with: ShownText.line(address, limit: 200)
      )
    )
    dialog.addCancel(tr("_Cancel"))
    dialog.add(tr("_Follow Link"), isRisky: true) {
      Task { await follow(address, over: window) }
    }
    dialog.asWindow.present()
  }

  private static func follow(_ address: String, over window: Window) async {
    do throws(NotOpened) {
      try await window.openInDefaultProgram(address)
    } catch {
      let way = tr(
        "No program opened the link. Choose one in the desktop’s settings, under Default "
          + "Applications."
      )
      MessageDialog.tell(tr("Link Not Opened"), way, over: window)
    }
  }
}
