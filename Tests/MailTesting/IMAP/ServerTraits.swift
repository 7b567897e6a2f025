/// What kind of server it is.
public struct ServerTraits: Sendable {
  /// Those after the log-in, without IMAP4rev1.
  public var capabilities: Set<String>
  /// Whether it says so unasked.
  public var volunteersCapabilities = true
  /// Where its days begin, in minutes from UTC.
  public var zone: Int64 = 0
  public var omitsUIDNext = false
  /// Whether it cannot count changes of this folder.
  public var hasNoModSeq = false
  /// How often it tells of changes where it need not, from 0 to 1.
  public var eagerness = 0.0
  /// Whether it has forgotten which messages went when, and names all that are not there.
  public var forgetsExpunged = false
  /// Flags that clients may change, as `\Seen`; nil where clients only read.
  public var permanentFlags: Set<String>?
  /// Whether folders may only be read, although clients ask for more.
  public var isReadOnly = false
  /// Whether it says that flags are changed, and changes none.
  public var losesFlags = false

  public init(_ capabilities: Set<String> = []) { self.capabilities = capabilities }

  /// What Dovecot has, as far as it matters here.
  public static let rich = ServerTraits([
    "SASL-IR", "ID", "ENABLE", "IDLE", "ESEARCH", "CONDSTORE", "QRESYNC", "LIST-EXTENDED",
    "LIST-STATUS", "SPECIAL-USE", "LITERAL+", "AUTH=PLAIN",
  ])
  /// Nothing but IMAP4rev1.
  public static let poor = ServerTraits()

  func has(_ name: String) -> Bool { capabilities.contains(name) }

  public var countsChanges: Bool { !hasNoModSeq && (has("CONDSTORE") || has("QRESYNC")) }
}
