extension Command {
  /// The items of a STATUS.
  public enum StatusItem: String, Sendable, Hashable {
    case messages = "MESSAGES"
    case uidNext = "UIDNEXT"
    case uidValidity = "UIDVALIDITY"
    case unseen = "UNSEEN"
    case highestModSeq = "HIGHESTMODSEQ"
  }

  /// The values that LIST returns besides the names (RFC 5258).
  public struct ListReturn: Sendable, Hashable {
    /// Needs SPECIAL-USE.
    public var specialUse: Bool
    /// Needs LIST-STATUS.
    public var status: [StatusItem]

    public init(specialUse: Bool = false, status: [StatusItem] = []) {
      self.specialUse = specialUse
      self.status = status
    }
  }

  /// Lists mailboxes. Without `returning`, the command works with every server.
  ///
  /// - Parameters:
  ///   - reference: encoded like the names in LIST.
  ///   - pattern: encoded, too; `*` matches any text, and `%` any text without the separator.
  public static func list(
    reference: String = "",
    pattern: String = "*",
    returning: ListReturn = ListReturn()
  ) throws(CommandError) -> Command {
    let names = [.text(" "), try string(reference), .text(" "), try string(pattern)]
    var options: [String] = []
    if returning.specialUse { options.append("SPECIAL-USE") }
    if !returning.status.isEmpty { options.append("STATUS \(list(returning.status))") }
    guard !options.isEmpty else { return Command("LIST", names) }
    return Command("LIST", names + [.text(" RETURN (\(options.joined(separator: " ")))")])
  }

  /// - Parameter encodedName: the name as in LIST.
  public static func status(
    _ encodedName: String,
    _ items: [StatusItem]
  ) throws(CommandError) -> Command {
    guard !items.isEmpty else { throw .noItems }
    return Command("STATUS", [.text(" "), try string(encodedName), .text(" \(list(items))")])
  }

  private static func list(_ items: [StatusItem]) -> String {
    "(\(items.map(\.rawValue).joined(separator: " ")))"
  }

  /// The way of opening a mailbox.
  public enum ExamineOption: Sendable, Hashable {
    case plain
    /// Needs CONDSTORE.
    case condstore
    /// Also returns the changes since the given state and the `known` UIDs that were expunged (RFC
    /// 7162). Needs an earlier `ENABLE QRESYNC`. Without `known`, the server may report all UIDs
    /// that were ever expunged.
    case qresync(uidValidity: UInt32, modSeq: UInt64, known: NumberSet?)
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
    guard !flags.isEmpty else { throw .noItems }
    let list = "(\(flags.joined(separator: " ")))"
    return Command("UID STORE", [try set(uids), .text(" \(adds ? "+" : "-")FLAGS.SILENT \(list)")])
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
      guard let known else {
        return Command("EXAMINE", name + [.text(" (QRESYNC (\(uidValidity) \(modSeq)))")])
      }
      let state = Part.text(" (QRESYNC (\(uidValidity) \(modSeq)")
      return Command("EXAMINE", name + [state, try set(known), .text("))")])
    }
  }
}
