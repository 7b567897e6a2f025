import FoundationEssentials
import Mail

/// What is remembered from one start to the next: the windows' size, the mailboxes, and how far
/// each was read.
///
/// Reading is tolerant. What is missing, unknown or of the wrong kind is left out, and the rest
/// counts: a file of another version, or one that somebody has edited, costs no more than that.
nonisolated struct Remembered: Codable, Equatable, Sendable {
  var window = RememberedWindow()
  /// The mailbox to begin with.
  var last: String?
  /// By path.
  private(set) var mailboxes: [String: RememberedMailbox] = [:]
  private(set) var recents: [String: RecentMailbox] = [:]
  /// Those of the sidebar that the user has chosen, in its order.
  var accounts: [KeptAccount] = []
  /// The paths of those that the list of accounts on servers had when it was last looked at.
  var added: Set<String> = []
  /// The paths of those whose folders are hidden in the sidebar.
  var folded: Set<String> = []

  /// The list of recent mailboxes is one to choose from at a glance.
  static let recentLimit = 8
  /// Of more mailboxes than anybody has, those are forgotten whose place is the oldest.
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

  /// How far a mailbox was read.
  subscript(mailbox path: String) -> RememberedMailbox {
    get { mailboxes[path] ?? RememberedMailbox() }
    set {
      mailboxes[path] = newValue == RememberedMailbox() ? nil : newValue
      trim()
    }
  }

  /// A recent mailbox; nil forgets it.
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

/// The size and sides of a window.
nonisolated struct RememberedWindow: Codable, Equatable, Sendable {
  /// In application pixels, while it is not maximised.
  var size = Size()
  var isMaximized = false
  var showsSidebar = true

  struct Size: Codable, Equatable, Sendable {
    /// Room for folders, conversations and what is read.
    var width = 1100
    var height = 760

    /// Beyond these it would be a mistake: narrower than a telephone, wider than any desk.
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

/// How far a mailbox was read.
nonisolated struct RememberedMailbox: Codable, Equatable, Sendable {
  /// The folder that was listed, as `FolderName` writes it, empty for all of them; nil for the
  /// mailbox's own choice.
  var folder: String? { didSet { touch(oldValue != folder) } }
  /// The Message-ID of a message of the conversation that was selected. A conversation's number
  /// would be another one's in a store that is made anew.
  var selected: String? { didSet { touch(oldValue != selected) } }
  /// Where the list was scrolled to; nil at the top, where new mail is to be seen.
  var place: ListPlace? { didSet { touch(oldValue != place) } }
  /// When, in seconds since 1970.
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
  /// Its name for people.
  var title: String
  /// When, in milliseconds since 1970: several may be opened within a second.
  var opened: Int64

  init(title: String, opened: Date = Date()) {
    self.title = title
    self.opened = Int64(opened.timeIntervalSince1970 * 1000)
  }
}

/// Where a list is scrolled to, so that it can be found again after mail has come and gone.
nonisolated struct ListPlace: Codable, Equatable, Sendable {
  /// The topmost row. It is looked for by its place in time, which outlives the row.
  var top: Cursor
  /// How much of that row is above the window's edge, in application pixels.
  var offset: Double
}

/// A value, or nil where it cannot be read.
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
