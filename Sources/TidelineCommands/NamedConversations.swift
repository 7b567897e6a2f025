import ArgumentParser
import Mail

/// The conversations that a command is for.
struct NamedConversations: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The conversations’ “id”, as “tideline list --json” gives it; or a hyphen (-), to read them from "
        + "the standard input, one on a line. Name many thousands in that way.",
      valueName: "conversation"
    )
  )
  private var named: [Name]

  /// The ids, as they are named. Reads the standard input if a hyphen names it.
  ///
  /// - Throws: `ValidationError` if there are none, or if the mailbox lacks one of them.
  func ids(in mailbox: Mailbox) async throws -> [Int64] {
    let ids = try named.flatMap { try $0.ids() }
    guard !ids.isEmpty else {
      throw ValidationError("The standard input names no conversation.")
    }
    let found = Set(try await mailbox.conversations(ids).map(\.id))
    if let missing = ids.first(where: { !found.contains($0) }) {
      throw ValidationError(
        "There is no conversation \(missing), so nothing is done. “tideline list --json” names them."
      )
    }
    return ids
  }

  /// A conversation on the command line, or those on the standard input.
  private enum Name: ExpressibleByArgument {
    case id(Int64)
    case standardInput

    init?(argument: String) {
      if argument == "-" {
        self = .standardInput
      } else if let id = Int64(argument) {
        self = .id(id)
      } else {
        return nil
      }
    }

    /// Empty lines of the standard input are ignored.
    func ids() throws -> [Int64] {
      if case .id(let id) = self { return [id] }
      var ids: [Int64] = []
      while let line = readLine() {
        guard !line.isEmpty else { continue }
        guard let id = Int64(line) else {
          throw ValidationError(
            "“\(line.prefix(40))” on the standard input is no conversation’s id."
          )
        }
        ids.append(id)
      }
      return ids
    }
  }
}
