extension Window {
  /// Handles a key: finishes or begins a sequence, else asks the responders from the focus outward.
  func send(_ press: KeyPress) {
    guard !isTooSmall else { return }
    notice = nil
    let keys = pendingKeys + [press]
    let wasPending = !pendingKeys.isEmpty
    pendingKeys = []
    if handle(keys) || (wasPending && handle([press])) { return }
    moveFocus(with: press)
  }

  /// Handles a paste.
  func send(paste text: String) {
    guard !isTooSmall else { return }
    notice = nil
    pendingKeys = []
    _ = responderChain.contains { $0.paste(text) }
  }

  /// Handles the mouse: the topmost view at the place, then the views around it.
  func send(_ event: MouseEvent) {
    guard !isTooSmall, let hit = hitTest(event.location) else { return }
    if case .press = event.kind { notice = nil }
    guard isInFront(hit.view) else { return }
    var view: View? = hit.view
    while let current = view {
      let origin = current.convert(Rect(origin: .zero, size: .zero), to: self).origin
      let place = Point(x: event.location.x - origin.x, y: event.location.y - origin.y)
      if current.mouse(event, at: place) { return }
      view = current.superview
    }
  }

  /// The responders from the focus outward.
  var responderChain: [Responder] { Self.chain(from: firstResponder) }

  private static func chain(from responder: Responder?) -> [Responder] {
    Array(sequence(first: responder) { $0?.next }.prefix { $0 != nil }.compactMap { $0 })
  }

  /// The commands that work now, the nearest to the focus first; of equal keys only the nearest.
  public var availableKeyCommands: [KeyCommand] { Self.commands(in: responderChain) }

  /// The commands that work while a screen is in front.
  public func keyCommands(of controller: ViewController) -> [KeyCommand] {
    Self.commands(in: Self.chain(from: controller.focusedView ?? controller))
  }

  private static func commands(in chain: [Responder]) -> [KeyCommand] {
    var taken: Set<[KeyPress]> = []
    var nearer: [Responder] = []
    var commands: [KeyCommand] = []
    for responder in chain {
      commands += responder.keyCommands.filter { command in
        !nearer.contains { $0.takes(command.input[0]) } && taken.insert(command.input).inserted
      }
      nearer.append(responder)
    }
    return commands
  }

  private func handle(_ keys: [KeyPress]) -> Bool {
    for responder in responderChain {
      let commands = responder.keyCommands
      if let command = commands.first(where: { $0.input == keys }) {
        command.action()
        return true
      }
      if commands.contains(where: { $0.input.count > keys.count && $0.input.starts(with: keys) }) {
        pendingKeys = keys
        return true
      }
      if keys.count == 1, responder.pressBegan(keys[0]) { return true }
    }
    return false
  }

  private func moveFocus(with press: KeyPress) {
    if press == KeyPress(.tab) { moveFocus(by: 1) }
    if press == KeyPress(.tab, .shift) { moveFocus(by: -1) }
  }

  /// Whether a view is not covered by something presented.
  private func isInFront(_ view: View) -> Bool {
    guard let front = rootViewController?.presentedViewController?.frontController else {
      return true
    }
    let controllers = sequence(first: front) { $0.parent }
    return sequence(first: view) { $0.superview }.contains { candidate in
      controllers.contains { $0 === candidate.viewController }
    }
  }
}
