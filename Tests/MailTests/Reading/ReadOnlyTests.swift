import Foundation
import MailTextTesting
import Testing

@testable import Mail

/// Reading changes nothing in a mailbox.
struct ReadOnlyTests {
  @Test func readingChangesNothingOnDisk() async throws {
    let layout = try Layout()
    try layout.maildir("Maildir")
    try layout.file("Maildir/new/2", message("new@x"))
    try layout.mbox("Mbox")
    let store = try TemporaryFolder()
    let before = try state(of: layout.root)
    let mailbox = try await Mailbox.open(layout.root, store: store.file("store.sqlite"))
    _ = try await mailbox.refresh()
    var read = 0
    for conversation in try await mailbox.everything() {
      for stub in try await mailbox.messages(in: conversation.id) {
        #expect(try await mailbox.message(stub).passages.map(\.text) == ["Some text."])
        read += 1
      }
    }
    #expect(read == 3)
    #expect(try state(of: layout.root) == before)
  }

  /// The inode, times to the nanosecond, mode and bytes of every file and folder.
  private func state(of root: String) throws -> [String: String] {
    var state: [String: String] = [:]
    let names = try FileManager.default.subpathsOfDirectory(atPath: root)
    for name in names + [""] {
      let path = "\(root)/\(name)"
      var status = stat()
      #expect(stat(path, &status) == 0)
      let content = FileManager.default.contents(atPath: path)?.base64EncodedString() ?? ""
      state[name] =
        "\(status.st_ino) \(status.st_mode) \(status.st_mtim.nanoseconds) "
        + "\(status.st_ctim.nanoseconds) \(content)"
    }
    return state
  }
}
