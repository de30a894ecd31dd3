import Terminal

extension Application {
  /// Asks the terminal for the size that the app prefers, where the person allows that and the window is smaller.
  ///
  /// A terminal may refuse, and most multiplexers do: then everything stays as it is. If it obeys, that is a change of
  /// the window's size like any other.
  func askForRoom() {
    guard mayResizeTerminal, let wanted = preferredWindowSize else { return }
    let size = Size(
      width: max(wanted.width, device.size.width), height: max(wanted.height, device.size.height))
    if size != device.size { device.request(size) }
  }
}
