import GRDB

/// The store's tables. It is a cache: whatever is in it can be read from the mailbox again.
enum StoreSchema {
  /// "Tide" in ASCII, in the place that SQLite reserves in a file's header for telling what the
  /// file is.
  static let applicationID: Int32 = 0x5469_6465

  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { try $0.execute(sql: first) }
    return migrator
  }()

  /// - folder: one row a mailbox, so that one file may serve several. `checkpoint` is the
  ///   source's note of how far it has read.
  /// - identifier: every Message-ID that was ever named, with the conversation it was put into.
  /// - alias: conversations that went into another. Targets are never aliases themselves.
  /// - conversation: what a row of the list shows. Rows without a message are deleted; their
  ///   identifiers stay, so that deleting a message splits nothing.
  /// - sequence: the last conversation number given; numbers are never given twice.
  private static let first = """
    CREATE TABLE folder (
      id INTEGER PRIMARY KEY, source TEXT NOT NULL UNIQUE, checkpoint BLOB);
    CREATE TABLE message (
      id INTEGER PRIMARY KEY, folder INTEGER NOT NULL, key BLOB NOT NULL,
      conversation INTEGER NOT NULL, flags INTEGER NOT NULL, date INTEGER NOT NULL,
      attachments INTEGER NOT NULL, messageID TEXT NOT NULL, senders TEXT NOT NULL,
      subject TEXT NOT NULL, snippet TEXT NOT NULL);
    CREATE UNIQUE INDEX message_key ON message (folder, key);
    CREATE INDEX message_conversation ON message (conversation);
    CREATE TABLE identifier (
      folder INTEGER NOT NULL, name TEXT NOT NULL, conversation INTEGER NOT NULL,
      PRIMARY KEY (folder, name)) WITHOUT ROWID;
    CREATE TABLE alias (id INTEGER PRIMARY KEY, target INTEGER NOT NULL);
    CREATE INDEX alias_target ON alias (target);
    CREATE TABLE conversation (
      id INTEGER PRIMARY KEY, folder INTEGER NOT NULL, date INTEGER NOT NULL,
      messageCount INTEGER NOT NULL, unread INTEGER NOT NULL, flagged INTEGER NOT NULL,
      attachments INTEGER NOT NULL, subject TEXT NOT NULL, participants TEXT NOT NULL,
      snippet TEXT NOT NULL);
    CREATE UNIQUE INDEX conversation_page ON conversation (folder, date DESC, id DESC);
    CREATE TABLE sequence (last INTEGER NOT NULL);
    INSERT INTO sequence VALUES (0);
    """
}
