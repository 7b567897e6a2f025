import Glibc
import Mail
import MailSample
import TidelineGtk
import TidelineProgram

/// The sample mailbox in the user's data folder, created when it is first opened.
nonisolated enum SampleFolder {
  @concurrent
  static func path() async throws -> String {
    let path = UserDirectories.data + "/tideline/Sample Mailbox"
    if access(path + "/cur", F_OK) != 0 {
      // Written under another name first: an incomplete sample must not be opened.
      let draft = path + ".draft"
      try SampleMailbox(SampleStories(contentsOf: InstalledData.sample)).write(to: draft)
      guard rename(draft, path) == 0 else {
        throw MailError.notWritable(path: path, reason: String(cString: strerror(errno)))
      }
    }
    return path
  }
}
