extension FolderWalk {
  /// How far a walk goes. A mailbox stays far below, a whole disk does not.
  struct Limits {
    /// Folders within folders.
    var depth = 32
    /// Mail folders in all.
    var folders = 20_000
    /// Names read in all: some 100 MB of memory at most, and a second.
    var entries = 500_000
    /// Of those, names read behind links that lead out of the mailbox.
    var outside = 50_000
    /// Files in one folder that were opened and are no mboxes. A folder of MH has many.
    var otherFiles = 1_000
  }
}
