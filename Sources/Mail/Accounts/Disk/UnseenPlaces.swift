import SystemPackage

/// Where a ``FolderWalk`` has not looked: a folder that an earlier one found may still be there.
struct UnseenPlaces {
  private let root: FilePath
  private var places: Set<FilePath> = []

  /// - Parameter root: where the walk begins, without links.
  init(below root: FilePath) { self.root = root }

  var isEmpty: Bool { places.isEmpty }

  /// - Parameter place: without links; nil where it is not known, and so may be any.
  mutating func insert(_ place: FilePath?) { places.insert(place ?? FilePath("/")) }

  /// Whether there may be a folder that the walk would find if it saw everything.
  func mayHold(_ path: FilePath) -> Bool {
    guard !isEmpty else { return false }
    // Outside only links lead, and any place may hold those.
    let isHidden = !path.isWithin([root]) || path.isWithin(places)
    guard isHidden else { return false }
    do throws(Errno) {
      _ = try path.stat()
      return true
    } catch {
      return !error.isMissing && error != .notDirectory
    }
  }
}

extension FilePath {
  /// Whether it is one of the places, or below one; of a path without links.
  func isWithin(_ places: Set<FilePath>) -> Bool {
    places.contains(self) || parents.contains(where: places.contains)
  }
}
