import Foundation
import Mail
import Testing

@testable import Tideline

/// The messages of conversations are saved as they were sent, each in a file of its own.
struct MessageExportTests {
  /// Saves all conversations of a Maildir with these messages into a folder with one file.
  private func saved(_ messages: [String]) async throws -> [String: String] {
    let (files, own) = (FileManager.default, try TestFolder())
    let folder = own.path
    try makeMaildir(folder + "/mail")
    for (number, message) in messages.enumerated() {
      try Data(message.utf8).write(to: URL(fileURLWithPath: "\(folder)/mail/cur/\(number):2,"))
    }
    let mailbox = try await Mailbox.open(folder + "/mail", store: folder + "/store.sqlite")
    _ = try await mailbox.refresh()
    let rows = try await mailbox.places(in: .all, downTo: nil).places
    let out = folder + "/saved"
    try files.createDirectory(atPath: out, withIntermediateDirectories: false)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: out + "/Tides.eml"))
    let result = await MessageExport.save(
      rows.compactMap { mailbox.origin(of: $0.id) },
      withoutDeleted: true,
      in: out
    )
    #expect(result.saved == messages.count)
    #expect(result.failures.isEmpty)
    return try Dictionary(
      uniqueKeysWithValues: files.contentsOfDirectory(atPath: out).map {
        ($0, try String(contentsOfFile: "\(out)/\($0)", encoding: .utf8))
      }
    )
  }

  @Test func allMessagesAreSavedAndNothingIsReplaced() async throws {
    func message(_ id: String, _ subject: String) -> String {
      "From: ann@a.example\nMessage-ID: <\(id)@a>\nSubject: \(subject)\n\n\(id)\n"
    }
    let messages = [message("1", "Tides"), message("2", "Tides"), message("3", "../a/b")]
    let saved = try await saved(messages)
    #expect(saved["Tides.eml"] == "mine")
    #expect(Set(saved.values) == Set(messages + ["mine"]))
    #expect(saved.keys.sorted() == ["-a-b.eml", "Tides (2).eml", "Tides (3).eml", "Tides.eml"])
  }
}
