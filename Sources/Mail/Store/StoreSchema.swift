import GRDB

/// The store's tables. They are a cache: all their contents can be read from the mailbox again.
enum StoreSchema {
  /// "Tide" in ASCII, for the header field in which SQLite keeps the file's type.
  static let applicationID: Int32 = 0x5469_6465

  /// The version of the stored values; raised when a column keeps its name but gets other values.
  private static let form = 19

  /// The version of the tables, of their values and of the phrases that decide about rows, in the
  /// header field that SQLite leaves to programs. A store of another version is emptied and filled
  /// by the next refresh.
  private static let version =
    Int32(truncatingIfNeeded: QuickHash.make("\(form) \(PhraseFiles.digest) \(tables)".utf8) >> 33)

  static func isCurrent(_ db: Database) throws -> Bool {
    try Int32.fetchOne(db, sql: "PRAGMA application_id") == applicationID
      && Int32.fetchOne(db, sql: "PRAGMA user_version") == version
  }

  /// Makes the file a store of the account, unless it already is one.
  ///
  /// - Parameter isOurs: whether only this program writes to the path, so that the file may be
  ///   emptied whatever it contains.
  /// - Throws: ``MailError/storeIsOfAnother(path:)`` or ``MailError/storeIsForeign(path:)``.
  static func claim(_ db: Database, at path: String, for account: String, isOurs: Bool) throws {
    // Another process may claim an empty file at any time: looks for tables first, then for the
    // owner, and reads the owner only once.
    let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
    let before = try owner(db)
    if before == account { return }
    if !isOurs {
      guard before == nil else { throw MailError.storeIsOfAnother(path: path) }
      let id = try Int32.fetchOne(db, sql: "PRAGMA application_id")
      guard id == applicationID else { throw MailError.storeIsForeign(path: path) }
    }
    if !isEmpty { try StoreMark.reset(db.sqliteConnection) }
    try make(db, for: account, wasEmpty: isEmpty)
    guard try owner(db) == account else { throw MailError.storeIsOfAnother(path: path) }
  }

  /// The account of a store of the current version; nil for any other file.
  private static func owner(_ db: Database) throws -> String? {
    try isCurrent(db) ? account(db) : nil
  }

  /// Empties the file, whatever it contains, and makes the tables.
  static func makeAnew(_ db: Database, for account: String) throws {
    try StoreMark.reset(db.sqliteConnection)
    try make(db, for: account, wasEmpty: false)
  }

  /// Makes the tables in an empty file.
  ///
  /// - Parameter wasEmpty: false for a file that was emptied. The ids in it start at a random
  ///   number, so that they hardly ever equal ids that another process still shows.
  static func make(_ db: Database, for account: String, wasEmpty: Bool) throws {
    let last = wasEmpty ? 0 : Int64.random(in: 0..<(1 << 26))
    try db.inTransaction(.immediate) {
      // Another process may have made the tables first.
      guard try !isCurrent(db) else { return .rollback }
      try db.execute(
        sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version); \(tables)"
      )
      try db.execute(
        sql: "INSERT INTO account (identifier, last) VALUES (?, ?)",
        arguments: [account, last]
      )
      return .commit
    }
  }

  /// The identifier of the account whose mail the store holds.
  static func account(_ db: Database) throws -> String? {
    try String.fetchOne(db, sql: "SELECT identifier FROM account")
  }

  /// The store's random number, which changes when the store is emptied.
  static func epoch(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT epoch FROM account")) ?? 0
  }

  /// The epoch of a store that is about to be deleted with its account.
  static let removed: Int64 = -1

  /// - account: one row. `revision` counts changes, so that a list can tell whether it is up to
  ///   date; it starts at a random number in every store. `synced` is the time when a server was
  ///   last reached, in seconds since 1970; NULL before, and for mail on disk. `last` is the
  ///   conversation id assigned last; no id is assigned twice. `marks` is the stamp of the user's
  ///   marks that the messages' flags have; NULL if that is not known. See ``MarkFile/stamp(of:)``.
  /// - overruled: marks that a later change of the account has overruled, as long as the file of
  ///   marks could not be changed. See ``AccountMarks/drop(_:_:)``.
  /// - folder: a folder of messages. `source` is its ``FolderID``, `role` its ``FolderRole`` or
  ///   NULL, `position` its index in the folder list, `checkpoint` the account's note of how far it
  ///   has read, and `horizon` with `horizonKey` its ``Horizon``, NULL if the folder is stored
  ///   completely. `missing` is 1 if the latest list of folders lacked it. `told` and `toldUnread`
  ///   are the server's counts, or NULL. `unread` counts every unread copy, and `repeats` counts
  ///   the copies to subtract from it, see ``ListedConversation/repeats``.
  /// - message: `conversation` is its conversation's id before merges, `fingerprint` is
  ///   ``MessageHead/fingerprint``, and `hint` a ``PlaceHint`` or NULL. The column `hint` has no
  ///   type, since it holds integers and texts.
  /// - identifier: every name (see ``ThreadName``) that messages have, had or refer to, with the
  ///   conversation to which it was assigned.
  /// - alias: conversations that were merged into others, see ``Aliases``.
  /// - waiting: conversations whose rows are out of date, see ``WaitingRows``.
  /// - conversation: the columns of a row of the list, and the rest of ``ListedConversation``;
  ///   `folders` are the folders that have its messages, `living` those with messages that are not
  ///   marked for deletion. The index of unread conversations has
  ///   their number, so that the sum needs no rows.
  /// - listing: the conversations of each folder, in the list's order. `unread` is 1 for unread
  ///   conversations, `deleted` is 1 if all messages in the folder are marked for deletion;
  ///   otherwise 0.
  /// - words: each message's ``IndexedText`` and date, by the message's id. `conversation` is the
  ///   conversation in whose entry of `search` the text is, or 0. A removed message's text stays as
  ///   long as that entry, so message ids are not assigned twice.
  /// - search: the tokens of each conversation, see ``SearchKey`` and ``SearchTokens``.
  private static let tables = """
    CREATE TABLE account (
      identifier TEXT NOT NULL, epoch INTEGER NOT NULL DEFAULT (random()),
      revision INTEGER NOT NULL DEFAULT (random() / 2), synced INTEGER, last INTEGER NOT NULL,
      marks INTEGER);
    CREATE TABLE overruled (
      message TEXT NOT NULL, fingerprint INTEGER NOT NULL, flags INTEGER NOT NULL);
    CREATE TABLE folder (
      id INTEGER PRIMARY KEY, source TEXT NOT NULL UNIQUE, name TEXT NOT NULL, role TEXT,
      position INTEGER NOT NULL, messages INTEGER NOT NULL DEFAULT 0,
      unread INTEGER NOT NULL DEFAULT 0, repeats INTEGER NOT NULL DEFAULT 0, checkpoint BLOB,
      horizon INTEGER, horizonKey BLOB, missing INTEGER NOT NULL DEFAULT 0,
      told INTEGER, toldUnread INTEGER);
    CREATE TABLE message (
      id INTEGER PRIMARY KEY AUTOINCREMENT, folder INTEGER NOT NULL, key BLOB NOT NULL,
      conversation INTEGER NOT NULL, flags INTEGER NOT NULL, hint, \(MessageHead.columns.definitions));
    CREATE UNIQUE INDEX message_key ON message (folder, key);
    CREATE INDEX message_conversation ON message (conversation);
    CREATE TABLE identifier (name INTEGER PRIMARY KEY, conversation INTEGER NOT NULL);
    CREATE TABLE alias (id INTEGER PRIMARY KEY, target INTEGER NOT NULL);
    CREATE INDEX alias_target ON alias (target);
    CREATE TABLE waiting (
      conversation INTEGER PRIMARY KEY, size INTEGER NOT NULL, changes INTEGER NOT NULL);
    CREATE TABLE conversation (
      id INTEGER PRIMARY KEY, \(Conversation.columns.definitions), folders TEXT NOT NULL,
      living TEXT NOT NULL, copies INTEGER NOT NULL, repeats TEXT NOT NULL);
    CREATE UNIQUE INDEX conversation_page ON conversation (date DESC, id DESC);
    CREATE INDEX conversation_unread ON conversation (date DESC, id DESC, unread)
      WHERE unread > 0;
    CREATE TABLE listing (
      folder INTEGER NOT NULL, date INTEGER NOT NULL, id INTEGER NOT NULL,
      unread INTEGER NOT NULL, deleted INTEGER NOT NULL,
      PRIMARY KEY (folder, date DESC, id DESC)) WITHOUT ROWID;
    CREATE INDEX listing_unread ON listing (folder, date DESC, id DESC) WHERE unread > 0;
    CREATE TABLE words (
      id INTEGER PRIMARY KEY, conversation INTEGER NOT NULL, date INTEGER NOT NULL,
      text BLOB NOT NULL);
    CREATE INDEX words_conversation ON words (conversation);
    CREATE VIRTUAL TABLE search USING fts5 (
      tokens, content = '', columnsize = 0, detail = none, prefix = '1 2 3', tokenize = 'ascii');
    """
}

/// The time when a refresh last reached an account's server.
enum LastSync {
  /// - Returns: seconds since 1970; nil for never, and for mail on disk.
  static func read(_ db: Database) throws -> Int64? {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT synced FROM account"))
  }

  /// - Parameter time: seconds since 1970.
  static func save(_ time: Int64, _ db: Database) throws {
    try db.execute(sql: "UPDATE account SET synced = ?", arguments: [time])
  }
}
