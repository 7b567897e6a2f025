import Glibc

/// Where a ``FolderWalk`` has not looked: a folder that an earlier one found may still be there.
struct UnseenPlaces {
  private let root: DiskPath
  private var places: Set<DiskPath> = []

  /// - Parameter root: where the walk begins, without links.
  init(below root: DiskPath) { self.root = root }

  var isEmpty: Bool { places.isEmpty }

  /// - Parameter place: without links; nil where it cannot be told, and so may be any.
  mutating func insert(_ place: DiskPath?) { places.insert(place ?? DiskPath("/")) }

  /// Whether there may be a folder that the walk would find if it saw everything.
  func mayHold(_ path: DiskPath) -> Bool {
    guard !isEmpty else { return false }
    // Outside only links lead, and any place may hold those.
    let isHidden = !path.isWithin([root]) || path.isWithin(places)
    var status = stat()
    guard isHidden, path.withCString({ stat($0, &status) }) != 0 else { return isHidden }
    return errno != ENOENT && errno != ENOTDIR
  }
}

extension DiskPath {
  /// Whether it is one of the places, or below one.
  func isWithin(_ places: Set<DiskPath>) -> Bool {
    let slash = UInt8(ascii: "/")
    if places.contains(self) || places.contains(DiskPath("/")) { return true }
    return bytes.indices.contains { index in
      index > 0 && bytes[index] == slash && places.contains(DiskPath(bytes: Array(bytes[..<index])))
    }
  }
}
