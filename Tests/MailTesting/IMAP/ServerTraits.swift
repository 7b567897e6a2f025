/// A server's capabilities and its deviations from the standard.
public struct ServerTraits: Sendable {
  /// The capabilities after the log-in, without IMAP4rev1.
  public var capabilities: Set<String>
  /// Whether the server sends its capabilities without a request.
  public var volunteersCapabilities = true
  /// The time zone of the server's days, in minutes from UTC.
  public var zone: Int64 = 0
  public var omitsUIDNext = false
  /// Whether the server has no modification sequences for the folder (NOMODSEQ).
  public var hasNoModSeq = false
  /// The probability, from 0 to 1, that the server reports changes where this is optional.
  public var eagerness = 0.0
  /// Whether the server has forgotten when messages were removed, and reports every UID that does
  /// not exist.
  public var forgetsExpunged = false
  /// Flags that clients may change, such as `\Seen`; nil if clients can only read.
  public var permanentFlags: Set<String>?
  /// Whether folders are opened read-only, even if a client asks to write.
  public var isReadOnly = false
  /// Whether clients may change flags in folders that are opened read-only.
  public var keepsFlagsOfReadOnly = false
  /// Whether the server reports that flags are changed, but changes none.
  public var losesFlags = false

  public init(_ capabilities: Set<String> = []) { self.capabilities = capabilities }

  /// The capabilities of Dovecot that matter here.
  public static let rich = ServerTraits([
    "SASL-IR", "ID", "ENABLE", "IDLE", "ESEARCH", "CONDSTORE", "QRESYNC", "LIST-EXTENDED",
    "LIST-STATUS", "SPECIAL-USE", "LITERAL+", "AUTH=PLAIN",
  ])
  /// No capabilities but IMAP4rev1.
  public static let poor = ServerTraits()

  func has(_ name: String) -> Bool { capabilities.contains(name) }

  public var countsChanges: Bool { !hasNoModSeq && (has("CONDSTORE") || has("QRESYNC")) }
}
