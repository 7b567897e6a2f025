import GRDB

/// The store's tables. They are a cache: all their contents can be read from the mailbox again.
enum StoreSchema {
  /// "Tide" in ASCII, in the header field that SQLite reserves for the file's type.
  static let applicationID: Int32 = 0x5469_6465

  /// A migration that changes which values are read from messages drops the tables and creates them
  /// again: the next refresh fills them, and no code for the old form remains.
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { _ in }
    migrator.registerMigration("2: folders of one mailbox") { _ in }
    migrator.registerMigration("3: search") { _ in }
    migrator.registerMigration("4: notes in an mbox's messages") { _ in }
    migrator.registerMigration("5: what messages name") { _ in }
    migrator.registerMigration("6: the words of a search") { _ in }
    migrator.registerMigration("7: accounts") { _ in }
    migrator.registerMigration("8: mail on servers") { _ in }
    migrator.registerMigration("9: roles of folders") { _ in }
    migrator.registerMigration("10: mail of other languages, programs and servers") { _ in }
    migrator.registerMigration("11: copies in one folder") { _ in }
    migrator.registerMigration("12: rows below what programs write") { _ in }
    migrator.registerMigration("13: the beginnings of words") { db in
      // The vocabulary was a view of the search table, so it is dropped first.
      let old = [
        "vocabulary", "mailbox", "folder", "message", "identifier", "alias", "conversation",
        "listing", "words", "search", "sequence", "waiting", "lost",
      ]
      for table in old { try db.execute(sql: "DROP TABLE IF EXISTS \(table)") }
      try db.execute(sql: tables)
    }
    return migrator
  }()

  /// - mailbox: one row for each, since one file may serve several. `revision` counts changes, so
  ///   that a list can tell whether it is up to date; it begins at a random number in every store.
  ///   `synced` is when a server was last reached, in seconds since 1970; NULL before, and for mail
  ///   on disk.
  /// - folder: the source of messages, in the order of the folder list. `source` is its
  ///   ``FolderID``, `role` its ``FolderRole`` or NULL, `checkpoint` the account's note of how far
  ///   it has read, and `horizon` with `horizonKey` its ``Horizon``, NULL where the folder is
  ///   stored completely. `missing` is 1 where the latest list of folders lacked it, and `told`
  ///   with `toldUnread` are the server's counts, or NULL. `unread` counts copies, `repeats` those
  ///   among them that must not count, as ``ListedConversation/repeats``.
  /// - message: `conversation` is the id that it was given, `names` are the ids that it names, as
  ///   ``ThreadName``, its own first, `fingerprint` is ``MessageHead/fingerprint``, and `hint` a
  ///   ``PlaceHint`` or NULL; that column has no type, since it holds numbers and texts.
  /// - identifier: every name that messages have, with the conversation to which it belongs.
  /// - alias: conversations that were merged into another, see ``Aliases``.
  /// - waiting: conversations whose rows are out of date, see ``WaitingRows``.
  /// - lost: names of removed messages, see ``LostNames``.
  /// - conversation: the columns of a row of the list, and the rest of ``ListedConversation``;
  ///   `folders` are the folders that have its messages.
  /// - listing: the conversations of each folder, in the list's order; `unread` is 1 for unread
  ///   ones, else 0, and `deleted` for those marked for deletion.
  /// - words: a conversation's searchable text, a ``FoldedText``.
  /// - search: the tokens at each place, by ``SearchKey`` and ``SearchTokens``.
  /// - sequence: the last conversation id given; ids are never given twice.
  private static let tables = """
    CREATE TABLE mailbox (
      id INTEGER PRIMARY KEY, identifier TEXT NOT NULL UNIQUE,
      revision INTEGER NOT NULL DEFAULT (random() / 2), synced INTEGER);
    CREATE TABLE folder (
      id INTEGER PRIMARY KEY, mailbox INTEGER NOT NULL, source TEXT NOT NULL, name TEXT NOT NULL,
      role TEXT, position INTEGER NOT NULL, messages INTEGER NOT NULL DEFAULT 0,
      unread INTEGER NOT NULL DEFAULT 0, repeats INTEGER NOT NULL DEFAULT 0, checkpoint BLOB,
      horizon INTEGER, horizonKey BLOB, missing INTEGER NOT NULL DEFAULT 0,
      told INTEGER, toldUnread INTEGER, UNIQUE (mailbox, source));
    CREATE TABLE message (
      id INTEGER PRIMARY KEY, folder INTEGER NOT NULL, key BLOB NOT NULL,
      conversation INTEGER NOT NULL, flags INTEGER NOT NULL, date INTEGER NOT NULL,
      attachments INTEGER NOT NULL, messageID TEXT NOT NULL, names BLOB NOT NULL,
      fingerprint INTEGER NOT NULL, senders TEXT NOT NULL, subject TEXT NOT NULL,
      snippet TEXT NOT NULL, hint);
    CREATE UNIQUE INDEX message_key ON message (folder, key);
    CREATE INDEX message_conversation ON message (conversation);
    CREATE TABLE identifier (
      mailbox INTEGER NOT NULL, name INTEGER NOT NULL, conversation INTEGER NOT NULL,
      PRIMARY KEY (mailbox, name)) WITHOUT ROWID;
    CREATE TABLE alias (id INTEGER PRIMARY KEY, target INTEGER NOT NULL);
    CREATE INDEX alias_target ON alias (target);
    CREATE TABLE waiting (
      mailbox INTEGER NOT NULL, conversation INTEGER NOT NULL, size INTEGER NOT NULL,
      changes INTEGER NOT NULL, PRIMARY KEY (mailbox, conversation)) WITHOUT ROWID;
    CREATE TABLE lost (
      conversation INTEGER NOT NULL, name INTEGER NOT NULL, PRIMARY KEY (conversation, name)
    ) WITHOUT ROWID;
    CREATE TABLE conversation (
      id INTEGER PRIMARY KEY, mailbox INTEGER NOT NULL, date INTEGER NOT NULL,
      messageCount INTEGER NOT NULL, unread INTEGER NOT NULL, flagged INTEGER NOT NULL,
      deleted INTEGER NOT NULL, attachments INTEGER NOT NULL, subject TEXT NOT NULL,
      participants TEXT NOT NULL, snippet TEXT NOT NULL, folders TEXT NOT NULL,
      copies INTEGER NOT NULL, repeats TEXT NOT NULL);
    CREATE UNIQUE INDEX conversation_page ON conversation (mailbox, date DESC, id DESC);
    CREATE INDEX conversation_unread ON conversation (mailbox, date DESC, id DESC)
      WHERE unread > 0;
    CREATE TABLE listing (
      folder INTEGER NOT NULL, date INTEGER NOT NULL, id INTEGER NOT NULL,
      unread INTEGER NOT NULL, deleted INTEGER NOT NULL,
      PRIMARY KEY (folder, date DESC, id DESC)) WITHOUT ROWID;
    CREATE INDEX listing_unread ON listing (folder, date DESC, id DESC) WHERE unread > 0;
    CREATE TABLE words (id INTEGER PRIMARY KEY, text BLOB NOT NULL);
    CREATE VIRTUAL TABLE search USING fts5 (
      tokens, content = '', columnsize = 0, detail = none, prefix = '1 2 3', tokenize = 'ascii');
    CREATE TABLE sequence (last INTEGER NOT NULL);
    INSERT INTO sequence VALUES (0);
    """
}
