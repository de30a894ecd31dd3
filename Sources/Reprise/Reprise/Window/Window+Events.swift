extension Window {
  /// Handles a key: continues a sequence, or asks the responders from the focus outward.
  func send(_ press: KeyPress) {
    guard !isTooSmall else { return leave(with: press) }
    lineBeforeKey = line
    defer { lineBeforeKey = nil }
    clearNotice()
    let keys = pendingKeys + [press]
    let wasPending = !pendingKeys.isEmpty
    pendingKeys = []
    // Esc only ends the sequence.
    if wasPending, press == KeyPress(.escape) { return }
    if handle(keys) || (wasPending && handle([press])) {
      escapeGuard.didHandle(press)
      return
    }
    if moveFocus(with: press) { return }
    answer(keys)
  }

  /// Whether a key only adds a character to the focused text.
  func isTyping(_ press: KeyPress) -> Bool {
    press.typed != nil && pendingKeys.isEmpty && firstResponder?.takes(press) == true
  }

  /// Says that keys do nothing, if the person may wait for an effect.
  ///
  /// Not after Esc that took a line or half a sequence away, nor while a text is being typed.
  private func answer(_ keys: [KeyPress]) {
    let tookSomethingAway = keys.count > 1 || lineBeforeKey?.notice != notice
    if keys.last == KeyPress(.escape), tookSomethingAway { return }
    if firstResponder?.takes(.character("a")) == true { return }
    if let words = app?.notice(forUnhandledKeys: keys) { showLine(words) }
  }

  /// Quits if the person presses `q` or `^C` in a window that is too small to show anything.
  ///
  /// The screen does not get these keys, since their effect would be invisible; everything is
  /// preserved.
  private func leave(with press: KeyPress) {
    if press == .character("q") || press == .control("c") { app?.quit() }
  }

  /// Handles pasted text.
  func send(paste text: String) {
    guard !isTooSmall else { return }
    clearNotice()
    pendingKeys = []
    _ = responderChain.contains { $0.paste(text) }
  }

  /// Handles the mouse: asks the topmost view at the point, then the views around it.
  ///
  /// A press moves the focus into the controller of the view there, even if no view takes it. While a view
  /// tracks the mouse, it alone gets the motion and the release, wherever the pointer is.
  func send(_ event: MouseEvent) {
    if event.kind == .release { pressedControl = nil }
    if event.kind == .press, let tracker = mouseTracker {
      // Its release never came.
      mouseTracker = nil
      tracker.mouseTrackingWasCancelled()
    }
    if event.kind == .drag || event.kind == .release, let tracker = mouseTracker {
      return send(event, to: tracker)
    }
    guard event.kind != .drag else { return }
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

  /// Hands an event to the view that tracks the mouse, if it is still there and in front.
  private func send(_ event: MouseEvent, to tracker: View) {
    if event.kind == .release { mouseTracker = nil }
    guard !isTooSmall, tracker.window === self, isInFront(tracker) else {
      mouseTracker = nil
      return tracker.mouseTrackingWasCancelled()
    }
    let origin = tracker.convert(Rect(origin: .zero, size: .zero), to: self).origin
    _ = tracker.mouse(event, at: event.location.relative(to: origin))
  }

  /// The responders from the focus outward.
  private var responderChain: [Responder] { Self.chain(from: firstResponder) }

  private static func chain(from responder: Responder?) -> [Responder] {
    // A plain loop: a closure handed to the standard library would look up which thread it is on.
    var chain: [Responder] = []
    var current = responder
    while let responder = current {
      chain.append(responder)
      current = responder.next
    }
    return chain
  }

  /// The commands that work now, the nearest to the focus first; of equal keys the nearest counts.
  public var availableKeyCommands: [KeyCommand] { offers.commands() }

  /// The available commands that the line of hints names.
  var offers: AvailableCommands {
    AvailableCommands(of: responderChain, with: app?.keyOverrides ?? [:])
  }

  /// The commands that work while this screen is in front.
  public func keyCommands(of controller: ViewController) -> [KeyCommand] {
    offers(of: controller).commands()
  }

  /// The offered commands while this screen is in front.
  func offers(of controller: ViewController) -> AvailableCommands {
    let chain = Self.chain(from: controller.focusedView ?? controller)
    return AvailableCommands(of: chain, with: app?.keyOverrides ?? [:])
  }

  /// The keys that edit the focused text of a screen, with those that a person gave.
  public func editingKeyCommands(of controller: ViewController) -> [KeyCommand] {
    controller.focusedView?.editingActions.flatMap(\.commands) ?? []
  }

  /// The commands that continue an unfinished sequence.
  var continuations: [KeyCommand] {
    guard !pendingKeys.isEmpty else { return [] }
    let editing = frontController.map(editingKeyCommands) ?? []
    return (availableKeyCommands + editing).filter {
      $0.input.count > pendingKeys.count && $0.input.starts(with: pendingKeys)
    }
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
      for command in AvailableCommands.commands(of: responder, with: overrides)
      where command.input.starts(with: keys) {
        if command.input.count == keys.count {
          if command.isDestructive, let app, escapeGuard.ignores(at: app.now()) {
            showLine(Self.words(forIgnored: command))
          } else {
            perform(command)
          }
          return true
        }
        isBeginning = true
      }
      if isBeginning || responder.isBeginningOfEditing(keys) {
        pendingKeys = keys
        return true
      }
      let isHandled = keys.count == 1 ? responder.pressBegan(keys[0]) : responder.edit(with: keys)
      if isHandled { return true }
    }
    return false
  }

  /// The line about an ignored destructive key.
  private static func words(forIgnored command: KeyCommand) -> String {
    let title = command.title
    let rest = title.dropFirst()
    let isWord = rest.first?.isLowercase == true
    return "\(command.label) ignored; press it again to "
      + (isWord ? title.prefix(1).lowercased() + rest : title)
  }

  /// Performs a command.
  func perform(_ command: KeyCommand) {
    asking(command.asksBeforeDismissing, while: command.action)
  }

  private func moveFocus(with press: KeyPress) -> Bool {
    if press == KeyPress(.tab) { return moveFocus(by: 1) }
    if press == KeyPress(.tab, .shift) { return moveFocus(by: -1) }
    return false
  }

  /// Whether a view is in front of all that is presented.
  private func isInFront(_ view: View) -> Bool {
    guard !isChrome(view),
      let front = rootViewController?.presentedViewController?.frontController
    else { return true }
    let controllers = sequence(first: front) { $0.parent }
    return sequence(first: view) { $0.superview }.contains { candidate in
      controllers.contains { $0 === candidate.owner }
    }
  }
}
