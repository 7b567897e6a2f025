import Glibc
import Mail
import MailSample
import TidelineGtk
import TidelineProgram

/// The sample mailbox below the user's data, made when it is first asked for.
nonisolated enum SampleFolder {
  @concurrent
  static func path() async throws -> String {
    let path = UserDirectories.data + "/tideline/Sample Mailbox"
    if access(path + "/cur", F_OK) != 0 {
      // Under another name first: a sample that is half written must not be opened.
      let draft = path + ".draft"
      try SampleMailbox(SampleStories(contentsOf: InstalledData.sample)).write(to: draft)
      guard rename(draft, path) == 0 else {
        throw MailError.notWritable(path: path, reason: String(cString: strerror(errno)))
      }
    }
    return path
  }
}
