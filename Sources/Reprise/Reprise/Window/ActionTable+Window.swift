extension ActionTable {
  /// Adds what a window offers now, to the focused text as well.
  ///
  /// - Parameters:
  ///   - name: The name of the screen, for messages.
  ///   - window: The window.
  public mutating func add(screen name: String, of window: Window) {
    let editing = window.frontController.map(window.editingKeyCommands(of:)) ?? []
    let everywhere = window.globalActions.flatMap(\.commands)
    add(screen: name, offering: editing + window.availableKeyCommands + everywhere)
  }
}
