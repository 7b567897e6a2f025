/// The capabilities of a server (RFC 9051, section 7.2.2). Names are compared ignoring case.
public struct Capabilities: Sendable, Hashable {
  /// The capabilities that the client uses, besides the mechanisms of `AUTH=`.
  public enum Name: String, Sendable {
    case condstore = "CONDSTORE"
    case enable = "ENABLE"
    case esearch = "ESEARCH"
    case id = "ID"
    case idle = "IDLE"
    case listExtended = "LIST-EXTENDED"
    case listStatus = "LIST-STATUS"
    case literalMinus = "LITERAL-"
    case literalPlus = "LITERAL+"
    case loginDisabled = "LOGINDISABLED"
    case qresync = "QRESYNC"
    case saslIR = "SASL-IR"
    case specialUse = "SPECIAL-USE"
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

  public func has(_ name: Name) -> Bool { names.contains(name.rawValue) }
}
