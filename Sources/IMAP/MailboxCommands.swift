extension Command {
  public enum StatusItem: String, Sendable, Hashable {
    case messages = "MESSAGES"
    case uidNext = "UIDNEXT"
    case uidValidity = "UIDVALIDITY"
    case unseen = "UNSEEN"
    case highestModSeq = "HIGHESTMODSEQ"
  }

  /// Lists all mailboxes. Without options, the command works with every server.
  ///
  /// - Parameters:
  ///   - specialUse: whether to return the mailboxes' purposes; needs SPECIAL-USE.
  ///   - status: needs LIST-STATUS.
  public static func list(specialUse: Bool = false, status: [StatusItem] = []) -> Command {
    var options: [String] = []
    if specialUse { options.append("SPECIAL-USE") }
    if !status.isEmpty { options.append("STATUS \(list(status))") }
    let returning = options.isEmpty ? "" : " RETURN (\(options.joined(separator: " ")))"
    return Command("LIST", [.text(" \"\" \"*\"\(returning)")])
  }

  /// - Parameter encodedName: the name as in LIST.
  public static func status(
    _ encodedName: String,
    _ items: [StatusItem]
  ) throws(CommandError) -> Command {
    Command("STATUS", [.text(" "), try string(encodedName), .text(" \(list(items))")])
  }

  private static func list(_ items: [StatusItem]) -> String {
    "(\(items.map(\.rawValue).joined(separator: " ")))"
  }

  public enum ExamineOption: Sendable, Hashable {
    case plain
    /// Needs CONDSTORE.
    case condstore
    /// Also returns the changes since the given state and the `known` UIDs that were expunged (RFC
    /// 7162). Needs an earlier `ENABLE QRESYNC`.
    case qresync(uidValidity: UInt32, modSeq: UInt64, known: NumberSet)
  }

  /// Opens a mailbox for marking messages.
  ///
  /// - Parameter encodedName: the name as in LIST.
  public static func select(_ encodedName: String) throws(CommandError) -> Command {
    Command("SELECT", [.text(" "), try string(encodedName)])
  }

  /// Adds or removes flags of messages in the open mailbox, without a FETCH response for each.
  ///
  /// - Parameter flags: flags such as `\Seen`.
  public static func uidStore(
    _ uids: NumberSet,
    _ flags: [String],
    adds: Bool
  ) throws(CommandError) -> Command {
    let change = "\(adds ? "+" : "-")FLAGS.SILENT (\(flags.joined(separator: " ")))"
    return Command("UID STORE", [try set(uids), .text(" \(change)")])
  }

  /// Opens a mailbox without changing anything in it.
  ///
  /// - Parameter encodedName: the name as in LIST.
  public static func examine(
    _ encodedName: String,
    _ option: ExamineOption = .plain
  ) throws(CommandError) -> Command {
    let name = [.text(" "), try string(encodedName)]
    switch option {
    case .plain:
      return Command("EXAMINE", name)
    case .condstore:
      return Command("EXAMINE", name + [.text(" (CONDSTORE)")])
    case .qresync(let uidValidity, let modSeq, let known):
      let state = Part.text(" (QRESYNC (\(uidValidity) \(modSeq)")
      return Command("EXAMINE", name + [state, try set(known), .text("))")])
    }
  }
}
