/// Follows sticks and cards: they come and go with directories that are listed (contract 8.6).
extension FileBrowserViewController {
  /// Begins to follow them, once; the app has to be known by then.
  func followAccessories() {
    guard !followsAccessories, let application = view.window?.application else { return }
    followsAccessories = true
    application.observe(.accessories, with: self) { [weak self] news in
      let things = news.connected + news.disconnected
      if things.contains(where: { [.disk, .volume, .camera].contains($0.kind) }) {
        self?.readAgain()
      }
    }
  }

  /// Lists what there is by now, in the nearest directory that is still there.
  func readAgain() {
    directory = DirectoryListing.nearest(directory)
    if completion != nil {
      completion = PathCompletion(searchBar.text, in: directory, home: home, lists: lists)
    }
    load()
  }
}
