/// Where in a message one of its parts stands.
struct PartSurroundings {
  var depth = 0
  /// Pictures of a page belong to it.
  var isInline = false
  /// What has no name belongs to a page or a report.
  var isBelonging = false
  /// Another part has the same content and is read.
  var isOtherwiseRead = false

  var within: PartSurroundings {
    var within = self
    within.depth += 1
    return within
  }
}
