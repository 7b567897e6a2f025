/// The capabilities of a server (RFC 9051, section 7.2.2). Names are compared ignoring case.
public struct Capabilities: Sendable, Hashable {
  /// A capability's name, as `IDLE` or `AUTH=PLAIN`.
  public struct Name: Sendable, Hashable, ExpressibleByStringLiteral {
    let text: String

    public init(_ text: String) { self.text = text.uppercased() }
    public init(stringLiteral value: String) { self.init(value) }

    public static let authPlain: Name = "AUTH=PLAIN"
    public static let condstore: Name = "CONDSTORE"
    public static let enable: Name = "ENABLE"
    public static let esearch: Name = "ESEARCH"
    public static let id: Name = "ID"
    public static let idle: Name = "IDLE"
    public static let listExtended: Name = "LIST-EXTENDED"
    public static let listStatus: Name = "LIST-STATUS"
    public static let literalMinus: Name = "LITERAL-"
    public static let literalPlus: Name = "LITERAL+"
    public static let loginDisabled: Name = "LOGINDISABLED"
    public static let qresync: Name = "QRESYNC"
    public static let saslIR: Name = "SASL-IR"
    public static let specialUse: Name = "SPECIAL-USE"
    public static let startTLS: Name = "STARTTLS"
    public static let uidPlus: Name = "UIDPLUS"
    public static let unselect: Name = "UNSELECT"
  }

  private var names: Set<String> = []
  /// The mechanisms of `AUTH=`, in upper case and in the server's order.
  public private(set) var saslMechanisms: [String] = []

  /// Makes an empty set of capabilities.
  public init() {}

  public init(_ names: some Sequence<String>) {
    for name in names.lazy.map({ $0.uppercased() }) where self.names.insert(name).inserted {
      if name.hasPrefix("AUTH=") { saslMechanisms.append(String(name.dropFirst(5))) }
    }
  }

  public var isEmpty: Bool { names.isEmpty }

  /// All names, in upper case and in alphabetical order.
  public var list: [String] { names.sorted() }

  public func has(_ name: Name) -> Bool { names.contains(name.text) }
}
