/// Title and hint of an action that depend on what it would be done to.
final class ActionLooks {
  /// The title of the moment; `nil` for that of the action.
  var title: (() -> String?)?

  /// Whether the line of hints names the action at the moment.
  var isHinted: (() -> Bool)?

  /// The commands made last: most keys change neither title nor hint.
  private var last: (title: String?, isHinted: Bool?, commands: [KeyCommand])?

  /// Changes nothing.
  init() {}

  /// Changes what another one changes.
  init(of other: ActionLooks) { (title, isHinted) = (other.title, other.isHinted) }

  /// Changes nothing from now on.
  func dropClosures() { (title, isHinted, last) = (nil, nil, nil) }

  /// The commands of an action as they are at the moment.
  func applied(to commands: [KeyCommand]) -> [KeyCommand] {
    if title == nil, isHinted == nil { return commands }
    let (title, isHinted) = (title?(), isHinted?())
    if let last, last.title == title, last.isHinted == isHinted { return last.commands }
    var shown = commands
    for index in shown.indices {
      if let title { shown[index].title = title }
      if isHinted == false { shown[index].isHinted = false }
    }
    last = (title, isHinted, shown)
    return shown
  }
}
