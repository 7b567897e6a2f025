/// The properties of a kind of server.
public struct ServerTraits: Sendable {
  /// The capabilities after the login, without IMAP4rev1.
  public var capabilities: Set<String>
  /// Whether it sends them without being asked.
  public var volunteersCapabilities = true
  /// The start of its days, in minutes from UTC.
  public var zone: Int64 = 0
  public var omitsUIDNext = false
  /// Whether it cannot count changes of this folder.
  public var hasNoModSeq = false
  /// How often it reports changes although it need not, from 0 to 1.
  public var eagerness = 0.0
  /// Whether it has forgotten when messages were removed, and reports all missing ones.
  public var forgetsExpunged = false

  public init(_ capabilities: Set<String> = []) { self.capabilities = capabilities }

  /// The capabilities of Dovecot that matter here.
  public static let rich = ServerTraits([
    "SASL-IR", "ID", "ENABLE", "IDLE", "ESEARCH", "CONDSTORE", "QRESYNC", "LIST-EXTENDED",
    "LIST-STATUS", "SPECIAL-USE", "LITERAL+", "AUTH=PLAIN",
  ])
  /// No capability except IMAP4rev1.
  public static let poor = ServerTraits()

  func has(_ name: String) -> Bool { capabilities.contains(name) }

  public var countsChanges: Bool { !hasNoModSeq && (has("CONDSTORE") || has("QRESYNC")) }
}
