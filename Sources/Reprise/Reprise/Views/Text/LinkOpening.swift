extension View {
  /// Opens a link: performs the action that it names, or calls the closure of the view.
  ///
  /// - Parameters:
  ///   - link: The link.
  ///   - open: The closure; returning `false` leaves an action to the responders around the view.
  /// - Returns: Whether the link was opened.
  func open(_ link: AttributedText.Link, with open: ((AttributedText.Link) -> Bool)?) -> Bool {
    if let open, open(link) { return true }
    guard case .action(let id) = link else { return false }
    for responder in sequence(first: self as Responder, next: \.next) {
      guard let action = responder.actions.first(where: { $0.id == id && $0.isEnabled }) else {
        continue
      }
      action.perform()
      return true
    }
    return false
  }
}
