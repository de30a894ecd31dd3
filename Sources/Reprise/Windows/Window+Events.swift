extension Window {
  /// Handles a key: finishes or begins a sequence, else asks the responders from the focus outward.
  func send(_ press: KeyPress) {
    guard !isTooSmall else { return leave(with: press) }
    lineBeforeKey = line
    defer { lineBeforeKey = nil }
    clearNotice()
    let keys = pendingKeys + [press]
    let wasPending = !pendingKeys.isEmpty
    pendingKeys = []
    if handle(keys) || (wasPending && handle([press])) { return }
    if moveFocus(with: press) { return }
    answer(keys)
  }

  /// Says that keys do nothing, where somebody might wait for what they do.
  ///
  /// Esc that took away a line or half a sequence did something; and a text that is being typed has
  /// keys of its own.
  private func answer(_ keys: [KeyPress]) {
    let tookSomethingAway = keys.count > 1 || lineBeforeKey?.notice != notice
    if keys.last == KeyPress(.escape), tookSomethingAway { return }
    if firstResponder?.takes(.character("a")) == true { return }
    if let words = app?.notice(forUnhandledKeys: keys) { show(notice: words) }
  }

  /// Leaves a window that is too small to show anything, if the key asks for that.
  ///
  /// Whatever the screen does with these keys cannot be seen; everything is kept.
  private func leave(with press: KeyPress) {
    if press == .character("q") || press == .control("c") { app?.quit() }
  }

  /// Handles a paste.
  func send(paste text: String) {
    guard !isTooSmall else { return }
    clearNotice()
    pendingKeys = []
    _ = responderChain.contains { $0.paste(text) }
  }

  /// Handles the mouse: the topmost view at the place, then the views around it.
  ///
  /// A press moves the focus into the controller whose view is there, also where no view takes it.
  func send(_ event: MouseEvent) {
    if event.kind == .release { pressedControl = nil }
    guard !isTooSmall, let hit = hitTest(event.location) else { return }
    if case .press = event.kind { clearNotice() }
    guard isInFront(hit.view) else { return }
    if case .press = event.kind { hit.view.owningController?.takeFocus() }
    var view: View? = hit.view
    while let current = view {
      let origin = current.convert(Rect(origin: .zero, size: .zero), to: self).origin
      let place = event.location.relative(to: origin)
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
  public var availableKeyCommands: [KeyCommand] { commands(in: responderChain) }

  /// Those of the available commands that the line of hints names.
  var hintedKeyCommands: [KeyCommand] { commands(in: responderChain, onlyHinted: true) }

  /// The commands that work while a screen is in front.
  public func keyCommands(of controller: ViewController) -> [KeyCommand] {
    commands(in: Self.chain(from: controller.focusedView ?? controller))
  }

  /// The keys that edit what the focus of a screen stands on.
  public func editingKeyCommands(of controller: ViewController) -> [KeyCommand] {
    controller.focusedView?.editingKeyCommands ?? []
  }

  // Plain loops: this runs at every key, and closures handed to the standard library would each
  // look up which thread they are on.
  private func commands(in chain: [Responder], onlyHinted: Bool = false) -> [KeyCommand] {
    let overrides = app?.keyOverrides ?? [:]
    var commands: [KeyCommand] = []
    var offered: [[KeyCommand]] = []
    for (position, responder) in chain.enumerated() {
      let own = Self.commands(of: responder, with: overrides)
      offered.append(own)
      for (index, command) in own.enumerated() where command.isHinted || !onlyHinted {
        if Self.isOffered(command.input, before: index, in: offered) { continue }
        if Self.isTaken(command.input[0], by: chain[..<position]) { continue }
        commands.append(command)
      }
    }
    return commands
  }

  /// What a responder offers, with the keys that the person gave to it.
  private static func commands(
    of responder: Responder, with overrides: [String: [KeyBinding]]
  ) -> [KeyCommand] {
    let commands = responder.keyCommands
    return overrides.isEmpty ? commands : KeyCommand.commands(commands, with: overrides)
  }

  /// Whether keys have a command already: in any list but the last, or before `index` in that.
  private static func isOffered(
    _ input: [KeyPress], before index: Int, in offered: [[KeyCommand]]
  ) -> Bool {
    for (position, commands) in offered.enumerated() {
      let end = position == offered.count - 1 ? index : commands.count
      for command in commands[..<end] where command.input == input { return true }
    }
    return false
  }

  private static func isTaken(_ key: KeyPress, by nearer: ArraySlice<Responder>) -> Bool {
    for responder in nearer where responder.takes(key) { return true }
    return false
  }

  private func handle(_ keys: [KeyPress]) -> Bool {
    let overrides = app?.keyOverrides ?? [:]
    var direction = keys.count == 1 ? FocusDirection(keys[0]) : nil
    for responder in responderChain {
      if let arrow = direction, responder.isAroundScreens {
        if moveFocus(toward: arrow) { return true }
        direction = nil
      }
      var isBeginning = false
      for command in Self.commands(of: responder, with: overrides)
      where command.input.starts(with: keys) {
        if command.input.count == keys.count {
          command.action()
          return true
        }
        isBeginning = true
      }
      if isBeginning {
        pendingKeys = keys
        return true
      }
      if keys.count == 1, responder.pressBegan(keys[0]) { return true }
    }
    return false
  }

  private func moveFocus(with press: KeyPress) -> Bool {
    if press == KeyPress(.tab) { return moveFocus(by: 1) }
    if press == KeyPress(.tab, .shift) { return moveFocus(by: -1) }
    return false
  }

  /// Whether a view is not covered by something presented.
  private func isInFront(_ view: View) -> Bool {
    guard let front = rootViewController?.presentedViewController?.frontController else {
      return true
    }
    let controllers = sequence(first: front) { $0.parent }
    return sequence(first: view) { $0.superview }.contains { candidate in
      controllers.contains { $0 === candidate.owner }
    }
  }
}
