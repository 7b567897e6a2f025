import ArgumentParser
import Mail
import TidelineProgram

/// `tideline folders`: lists the folders of a mailbox.
struct FoldersCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "folders",
    abstract: "Lists the folders of a mailbox, with the numbers of their messages.",
    discussion: "The store is brought up to date first."
  )

  @OptionGroup var options: MailboxOptions

  func perform() async throws {
    try await options.withRefreshed { try await write($0.folders()) }
  }

  private func write(_ folders: [MailFolder]) throws {
    for folder in folders {
      if options.json {
        try StandardOutput.write(json: FolderOutput(folder))
      } else {
        let messages = folder.messages.map { "\($0)" } ?? "?"
        let unread = folder.unread.map { "\($0)" } ?? "?"
        try StandardOutput.write("\(messages)\t\(unread) unread\t\(folder.name)")
        if let role = folder.role?.rawValue { try StandardOutput.write("\t\(role)") }
        try StandardOutput.write("\n")
      }
    }
  }
}

/// A folder as JSON.
private struct FolderOutput: Encodable {
  let name: String
  let role: String?
  let messages: Int?
  let unread: Int?

  init(_ folder: MailFolder) {
    name = folder.name.description
    role = folder.role?.rawValue
    messages = folder.messages
    unread = folder.unread
  }

  private enum CodingKeys: CodingKey { case name, role, messages, unread }

  /// Encodes all keys always, except the role's.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(role, forKey: .role)
    try container.encode(messages, forKey: .messages)
    try container.encode(unread, forKey: .unread)
  }
}
