import Foundation

/// Takes and completes typed paths.
extension FileBrowserViewController {
  func takeTyped() {
    let paths = TypedPaths.parse(searchBar.text, in: directory, home: home)
    var isDirectory: ObjCBool = false
    if paths.count == 1,
      FileManager.default.fileExists(atPath: paths[0], isDirectory: &isDirectory),
      isDirectory.boolValue
    {
      return go(to: paths[0])
    }
    // A slip of the fingers costs no more than itself: the line stays as it was typed.
    let taken = markedPaths + paths.filter { !markedPaths.contains($0) }
    if let (path, reason) = firstProblem(among: taken) {
      refusal = taken.count == 1 ? reason : "\(Self.name(of: path)): \(reason)"
      setNeedsPreservation()
      return narrow()
    }
    take(taken)
  }

  /// The first path that leads nowhere or that the app refuses, and why.
  func firstProblem(among paths: [String]) -> (path: String, reason: String)? {
    for path in paths {
      if access(path, F_OK) != 0 {
        let code = errno
        // A terminal that pastes a name that is not text has replaced its bytes by this.
        let isLossy = code == ENOENT && path.unicodeScalars.contains("\u{FFFD}")
        return (path, isLossy ? DirectoryListing.notText : String(cString: strerror(code)))
      }
      if let reason = problem(with: path) { return (path, reason) }
    }
    return nil
  }

  /// Completes the typed path as far as that is certain; lists what it may lead to if there are several.
  func complete() {
    guard let found = PathCompletion(searchBar.text, in: directory, home: home, lists: lists) else {
      refusal = "nothing begins so"
      setNeedsPreservation()
      return narrow()
    }
    searchBar.text = found.text
    textDidChange()
    completion = found.candidates.count > 1 ? found : nil
    tableView.selectRow(at: IndexPath(row: 0, section: 0))
    narrow()
  }
}
