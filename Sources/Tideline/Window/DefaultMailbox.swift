import Foundation

/// The user's own mailbox, where a system keeps it.
enum DefaultMailbox {
  static func path() -> String? {
    let environment = ProcessInfo.processInfo.environment
    let home = NSHomeDirectory()
    let candidates = [
      environment["MAIL"], home + "/Maildir", home + "/Mail", home + "/mail/inbox",
      environment["USER"].map { "/var/mail/" + $0 },
    ]
    return candidates.compactMap(\.self).first { isMailbox($0) }
  }

  private static func isMailbox(_ path: String) -> Bool {
    let files = FileManager.default
    var isFolder: ObjCBool = false
    guard files.fileExists(atPath: path, isDirectory: &isFolder) else { return false }
    if isFolder.boolValue { return files.fileExists(atPath: path + "/cur") }
    // An empty spool is no mail to show.
    return (try? files.attributesOfItem(atPath: path)[.size] as? Int).map { $0 > 0 } ?? false
  }
}
