extension FolderWalk {
  /// The limits of a walk: far above any mailbox, but below a whole disk.
  struct Limits {
    /// The depth of nested folders.
    var depth = 32
    /// The number of mail folders.
    var folders = 20_000
    /// The number of names read: at most about 100 MB of memory, and a second.
    var entries = 500_000
    /// The number of these names that are behind links leading out of the mailbox.
    var outside = 50_000
    /// The number of opened files in one folder that are no mboxes. A folder of MH has many.
    var otherFiles = 1_000
  }
}
