import FoundationEssentials
import Mail

/// The state that outlives the program: the window's size, the mailboxes, and their reading states.
///
/// Reading is tolerant. A value that is missing, unknown or of the wrong type is left out, and the
/// others are used: so a file of another version, or one edited by hand, loses only that value.
nonisolated struct Remembered: Codable, Equatable, Sendable {
  var window = RememberedWindow()
  /// The path of the mailbox to open at the next start.
  var last: String?
  /// The reading states, by the mailbox's path.
  private(set) var mailboxes: [String: RememberedMailbox] = [:]
  private(set) var recents: [String: RecentMailbox] = [:]
  /// The accounts in the sidebar, in the user's order.
  var accounts: [KeptAccount] = []
  /// The paths in the list of server accounts when it was last read.
  var added: Set<String> = []
  /// The paths of the accounts whose folders are hidden in the sidebar.
  var folded: Set<String> = []

  /// The number of recent mailboxes kept: their list must be readable at a glance.
  static let recentLimit = 8
  /// The number of mailboxes whose reading states are kept; hardly anybody has more. The states
  /// that changed longest ago are forgotten first.
  static let mailboxLimit = 100

  init() {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    window = values.tolerant(.window) ?? window
    last = values.tolerant(.last)
    let mailboxes: [String: Tolerant<RememberedMailbox>]? = values.tolerant(.mailboxes)
    self.mailboxes = mailboxes?.compactMapValues(\.value) ?? [:]
    let recents: [String: Tolerant<RecentMailbox>]? = values.tolerant(.recents)
    self.recents = recents?.compactMapValues(\.value) ?? [:]
    let accounts: [Tolerant<KeptAccount>]? = values.tolerant(.accounts)
    var paths: Set<String> = []
    self.accounts = accounts?.compactMap(\.value).filter { paths.insert($0.path).inserted } ?? []
    added = values.tolerant(.added) ?? []
    folded = values.tolerant(.folded) ?? []
    trim()
  }

  subscript(mailbox path: String) -> RememberedMailbox {
    get { mailboxes[path] ?? RememberedMailbox() }
    set {
      mailboxes[path] = newValue == RememberedMailbox() ? nil : newValue
      trim()
    }
  }

  /// A recent mailbox; setting nil forgets it.
  subscript(recent path: String) -> RecentMailbox? {
    get { recents[path] }
    set {
      recents[path] = newValue
      trim()
    }
  }

  /// The recent mailboxes, the newest first.
  var recent: [(path: String, mailbox: RecentMailbox)] {
    recents.map { (path: $0.key, mailbox: $0.value) }
      .sorted { ($0.mailbox.opened, $0.path) > ($1.mailbox.opened, $1.path) }
  }

  private mutating func trim() {
    for (path, _) in recent.dropFirst(Self.recentLimit) { recents[path] = nil }
    guard mailboxes.count > Self.mailboxLimit else { return }
    let newest = mailboxes.sorted { ($0.value.changed, $0.key) > ($1.value.changed, $1.key) }
    mailboxes = Dictionary(uniqueKeysWithValues: newest.prefix(Self.mailboxLimit).map { $0 })
  }
}

/// The size of a window, and whether it shows the sidebar.
nonisolated struct RememberedWindow: Codable, Equatable, Sendable {
  /// The size in application pixels, while the window is not maximized.
  var size = Size()
  var isMaximized = false
  var showsSidebar = true

  struct Size: Codable, Equatable, Sendable {
    /// Wide enough for the sidebar, the conversations and the reading pane.
    var width = 1100
    var height = 760

    /// Whether the size is plausible: not smaller than a phone, and not larger than any screen.
    var isUsable: Bool { (300...16_384).contains(width) && (200...16_384).contains(height) }
  }

  init() {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let size: Size? = values.tolerant(.size)
    self.size = size.flatMap { $0.isUsable ? $0 : nil } ?? self.size
    isMaximized = values.tolerant(.isMaximized) ?? isMaximized
    showsSidebar = values.tolerant(.showsSidebar) ?? showsSidebar
  }
}

nonisolated struct RememberedMailbox: Codable, Equatable, Sendable {
  /// The folder that was listed last, as `FolderName` writes it; empty for all folders, and nil if
  /// no folder was chosen yet.
  var folder: String? { didSet { touch(oldValue != folder) } }
  /// The Message-ID of a message of the selected conversation. A conversation's ID would name
  /// another conversation after the store was created again.
  var selected: String? { didSet { touch(oldValue != selected) } }
  /// The list's scroll position; nil at the top, where new mail appears.
  var place: ListPlace? { didSet { touch(oldValue != place) } }
  /// The time of the last change, in seconds since 1970.
  private(set) var changed: Int64 = 0

  init() {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    folder = values.tolerant(.folder)
    selected = values.tolerant(.selected)
    place = values.tolerant(.place)
    changed = values.tolerant(.changed) ?? 0
  }

  private mutating func touch(_ isOther: Bool) {
    if isOther { changed = Int64(Date().timeIntervalSince1970) }
  }
}

/// A mailbox that was opened before.
nonisolated struct RecentMailbox: Codable, Equatable, Sendable {
  /// The mailbox's display name.
  var title: String
  /// The time when it was opened, in milliseconds since 1970: several mailboxes may be opened
  /// within a second.
  var opened: Int64

  init(title: String, opened: Date = Date()) {
    self.title = title
    self.opened = Int64(opened.timeIntervalSince1970 * 1000)
  }
}

/// A list's scroll position, which can be found again after conversations were added and removed.
nonisolated struct ListPlace: Codable, Equatable, Sendable {
  /// The date and ID of the topmost row, which give a position even if the row was removed.
  var top: Cursor
  /// The height in application pixels of the part of the topmost row that is above the list's top.
  var offset: Double
}

/// A value; nil if it cannot be decoded.
private nonisolated struct Tolerant<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    value = try? decoder.singleValueContainer().decode(Value.self)
  }
}

extension KeyedDecodingContainer {
  fileprivate nonisolated func tolerant<Value: Decodable>(_ key: Key) -> Value? {
    try? decode(Value.self, forKey: key)
  }
}
