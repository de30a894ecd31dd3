import CGuardian
import CTerminal
import Dispatch
import Glibc

/// A real terminal, drawn by ncurses.
///
/// The device owns the tty: it alone reads and writes it, sets its modes and watches its signals.
/// ncurses draws into memory; ``TerminalSink`` writes the bytes to the tty and never blocks. While
/// the terminal is slow, only the newest frame is kept.
///
/// It runs on a ``MainLoop`` or on anything that runs the main queue, and causes no wakeups while
/// idle. Only one can exist in a process, since ncurses keeps its state in globals.
public final class CursesTerminal: TerminalDevice {
  /// The size of the window, as last reported to the app.
  public private(set) var size = Size(width: 80, height: 24)
  /// The terminal type; its colors are known once the terminal is open.
  public internal(set) var capabilities: TerminalCapabilities

  /// Whether to query the terminal for graphics; it is queried once, after a frame.
  public var wantsGraphics: Bool {
    get { graphics.isWanted }
    set {
      graphics.isWanted = newValue
      measureCells()
    }
  }

  private let type: TerminalType
  let usesColor: Bool
  let wantedTheme: Theme.Name?
  let suggestedTheme: Theme.Name
  var question = TerminalQuestion()
  var typeQuestion: TypeQuestion
  var graphics: TerminalGraphics
  var features: TerminalFeatures
  /// Whether ``askForFeaturesLater()`` is waiting.
  var isFeatureQuestionWaiting = false
  private let input: TerminalInput
  private let monitor: SignalMonitor
  var session: TerminalSession?
  private var handler: (@MainActor ([TerminalEvent]) -> Void)?
  /// The newest frame, while the terminal is too slow for it.
  private var waitingFrame: Frame?
  var isSuspended = true
  private var isGone = false
  /// The size that the tty last had; it differs from ``size`` where only the terminal knows its size.
  private var ttySize: Size?

  /// Makes a device for the terminal of standard input and output, and starts to watch signals.
  ///
  /// - parameter environment: `TERM` names the terminal type. `NO_COLOR`, when not empty, turns
  ///   color off. `ESCDELAY` sets how many milliseconds a lone escape waits for the rest of a
  ///   sequence, by default 25, over ssh 100.
  /// - parameter loop: Reads the keys, with less delay than the run loop; the app runs it after the
  ///   launch.
  /// - Throws: ``TerminalError`` when there is no usable terminal.
  public init(environment: [String: String], loop: MainLoop? = nil) throws(TerminalError) {
    type = try TerminalType(environment: environment)
    usesColor = (environment["NO_COLOR"] ?? "").isEmpty
    graphics = TerminalGraphics(environment: environment)
    typeQuestion = TypeQuestion(environment: environment)
    wantedTheme = .wanted(in: environment)
    suggestedTheme = .suggested(by: environment)
    features = TerminalFeatures(wantsColorScheme: usesColor && wantedTheme == nil)
    input = TerminalInput(
      escapeDelay: TimedInput.escapeDelay(in: environment), loop: loop)
    capabilities = TerminalCapabilities(colors: 0, name: type.name)
    capabilities.isThemeChosen = wantedTheme != nil
    capabilities.isDescriptionBuiltIn = type.isBuiltIn
    monitor = SignalMonitor()
  }

  /// Whether job control lets the app use the terminal; also valid before it is open.
  public var isForeground: Bool {
    tty_is_foreground(session?.tty.descriptor ?? STDOUT_FILENO)
  }

  /// Whether input waits that was not delivered yet.
  public var hasWaitingInput: Bool { session?.tty.hasInput ?? false }

  /// Starts ncurses and begins to deliver events; see ``TerminalDevice/open(_:)``.
  public func open(_ handler: @escaping @MainActor ([TerminalEvent]) -> Void) throws(TerminalError)
  {
    guard session == nil else { return }
    let (tty, screen) = try prepare()
    capabilities.colors = screen.colors
    capabilities.theme = Theme(
      wantedTheme ?? suggestedTheme, colors: screen.colors, isOnLight: suggestedTheme == .light)
    let sink = TerminalSink(descriptor: tty.descriptor)
    sink.onDrain = { [weak self] in self?.drawWaitingFrame() }
    sink.onFailure = { [weak self] in self?.reportHangup() }
    let modes = TerminalModes()
    session = TerminalSession(tty: tty, sink: sink, modes: modes, screen: screen)
    session?.screen.canLink = modes.canBeAsked
    self.handler = handler
    input.parser = InputParser(keys: TerminfoKeys.read())
    input.onEvents = { [weak self] events in self?.take(events) }
    input.isReplyPending = { [weak self] in
      self.map {
        $0.question.isPending() || $0.graphics.isReplyPending || $0.typeQuestion.isPending()
          || $0.features.isReplyPending
      } == true
    }
    input.onDroppedReplies = { [weak self] in
      _ = self?.note($0)
      // Nothing is turned on any more.
      _ = self?.features.note($0)
    }
    input.onEnd = { [weak self] in self?.inputEnded() }
    monitor.start { [weak self] notices in self?.receive(notices) }
    // A crash while restoring prints its message before there is a frame. The guardian keeps it.
    if isForeground, guardian_is_present() { captured_output_begin() }
  }

  /// Shows a frame, or keeps it until the terminal is ready.
  public func present(_ frame: Frame) {
    guard let session, !isSuspended, !isGone else { return }
    if session.sink.isBlocked { waitingFrame = frame } else { draw(frame) }
  }

  /// Releases the terminal until ``resume()``.
  public func suspend() {
    guard session != nil, !isSuspended else { return }
    isSuspended = true
    releaseTerminal()
  }

  /// Takes the terminal; the next frame draws everything.
  public func resume() {
    guard session != nil, !isGone else { return }
    if !isSuspended { input.stop() }
    // The previous screen is gone; suspend the model only now, since the shell waits for
    // `suspend()`.
    if session?.screen.isTaken == true {
      session?.screen.suspend()
      typeQuestion.askAgain()
    }
    isSuspended = false
    question = TerminalQuestion()
    forgetFeatures()
    takeTerminal()
  }

  /// Sets up the terminal again and forgets what it shows.
  ///
  /// The line modes stay raw throughout: cooked modes would change what is typed meanwhile, such as
  /// Enter into a line feed.
  public func redraw() {
    guard let session, !isSuspended, !isGone else { return }
    session.tty.makeRaw()
    self.session?.screen.suspend()
    let renewals = features.active.flatMap { Array($0.renewal.utf8) }
    session.sink.write(graphics.reset() + session.modes.take + renewals)
  }

  /// Asks for a size (XTWINOPS); a terminal that changes no window passes over it.
  public func request(_ size: Size) {
    guard let session, !isSuspended, !isGone, session.modes.canBeAsked else { return }
    session.sink.write(Array("\u{1B}[8;\(size.height);\(size.width)t".utf8))
  }

  /// Asks the terminal to put a text on the clipboard; see ``TerminalDevice/copy(_:)``.
  public func copy(_ text: String) -> Bool {
    guard let session, !isSuspended, !isGone, session.modes.canBeAsked,
      let request = ClipboardRequest.bytes(copying: text)
    else { return false }
    session.sink.write(request)
    return true
  }

  /// Opens the terminal for another program; see ``TerminalDevice/openForProgram()``.
  public func openForProgram() -> Int32? {
    guard let session, isSuspended, !isGone else { return nil }
    let descriptor = tty_open_for_program(session.tty.descriptor)
    return descriptor >= 0 ? descriptor : nil
  }

  /// Gives the terminal to a process group, or takes it back; what this process prints meanwhile is kept.
  public func giveForeground(to group: Int32?) {
    guard let session, isSuspended, !isGone else { return }
    guardian_give_terminal(session.tty.descriptor, group ?? 0)
    if group != nil { captured_output_begin() }
  }

  /// Releases the terminal for good and restores the signals' default actions.
  public func close() {
    guard let session else { return }
    if !isSuspended { releaseTerminal() }
    session.screen.close()
    // Later: the cancelled dispatch sources still use the descriptor.
    DispatchQueue.main.async { session.tty.close() }
    monitor.stop()
    self.session = nil
    handler = nil
  }

  // MARK: - Taking and releasing the terminal

  /// Opens the tty and starts ncurses; on failure, restores the signals' default actions.
  private func prepare() throws(TerminalError) -> (TTY, CursesScreen) {
    do throws(TerminalError) {
      let tty = try TTY()
      size = tty.size
      ttySize = size
      if let screen = CursesScreen(
        type: type.isBuiltIn ? nil : type.name, size: size, usesColor: usesColor)
      {
        return (tty, screen)
      }
      tty.close()
      throw TerminalError.unusableType(type.name)
    } catch {
      monitor.stop()
      throw error
    }
  }

  private func takeTerminal() {
    session?.noteTaken()
    guard let session else { return }
    _ = graphics.reset()
    captured_output_begin()
    session.tty.makeRaw()
    session.sink.write(session.modes.take)
    input.start(session.tty)
    if !updateSize() { updateCell() }
    if self.session?.screen.isAsleep == true { self.session?.screen.resize(to: size) }
  }

  private func releaseTerminal() {
    guard let session else { return }
    waitingFrame = nil
    let isOurs = session.tty.isForeground
    if isOurs, !isGone { input.awaitReply(session.tty) }
    input.stop()
    if isOurs, !isGone {
      session.sink.finish(with: session.modes.restore)
      session.tty.restoreModes()
    }
    let wasTaken = guardian_note_released()
    // Another process in the foreground has set its own modes, but does not know about our
    // sequences.
    if wasTaken, !isOurs, !isGone { session.sink.finish(with: session.modes.restore) }
    // Restoring the terminal has removed them.
    _ = graphics.reset()
    captured_output_stop()
    if !isGone { captured_output_show(session.tty.descriptor) }
    self.session?.screen.sleep()
  }

  // MARK: - Drawing

  private func draw(_ frame: Frame) {
    captured_output_trim()
    session?.draw(frame, size, &graphics)
    askForBackground()
    askForType()
    askForFeaturesLater()
    askForGraphics()
  }

  /// Draws the current frame again, completely.
  ///
  /// A window that shrank and grew back before we looked has the same size but lost what did not
  /// fit.
  func redrawFrame() {
    guard let session, !isSuspended, !isGone else { return }
    let frame = waitingFrame ?? session.screen.shown
    self.session?.screen.resize(to: size)
    session.sink.write(graphics.reset())
    if let frame { present(frame) }
  }

  private func drawWaitingFrame() {
    guard let frame = waitingFrame else { return }
    waitingFrame = nil
    draw(frame)
  }

  // MARK: - Events

  /// Delivers what was typed; of an answer only that the theme is another one now.
  private func take(_ events: [TerminalEvent]) {
    start(features.note(events))
    let news = note(events)
    followReports(events)
    if features.isSecondQuestionDue { askForFeatures() }
    if graphics.isKittyDue || events.contains(where: \.isReply) { askForGraphics() }
    if events.contains(.focus(true)) {
      question.askAgain()
      typeQuestion.askAgain()
    }
    let others = events.compactMap { event in
      if case .background = event { return news.hasTheme ? event : nil }
      if case .type = event { return news.hasType ? event : nil }
      return event.isReply ? nil : meaning(of: event)
    }
    deliver(others + (news.hasGraphics ? [.graphics] : []))
  }

  /// Follows the terminal's own reports, if they are turned on.
  private func followReports(_ events: [TerminalEvent]) {
    let reports = events.compactMap { if case .report(let report) = $0 { report } else { nil } }
    if reports.contains(.colorScheme), features.active.contains(.colorScheme) {
      question.askAgain()
      askForBackground()
    }
    let sizes = reports.compactMap { if case .windowSize(let size) = $0 { size } else { nil } }
    if let size = sizes.last, features.active.contains(.windowSize) { adopt(size) }
  }

  private func deliver(_ events: [TerminalEvent]) {
    guard !events.isEmpty else { return }
    handler?(events)
  }

  /// Turns `Ctrl-Z` into a suspend signal, whatever has the focus (contract 9).
  private func meaning(of event: TerminalEvent) -> TerminalEvent {
    guard case .key(var press) = event else { return event }
    if features.active.contains(.keyboard) {
      press = press.asOnOtherTerminals
      // Elsewhere the tty makes a signal of it.
      if press == .control("\\") { return .signal(.quit) }
    }
    return press == .control("z") ? .signal(.suspend) : .key(press)
  }

  private func receive(_ notices: [SignalMonitor.Notice]) {
    var events: [TerminalEvent] = []
    for notice in notices {
      switch notice {
      case .windowChange:
        if updateSize() {
          events.append(.resize(size))
        } else {
          redrawFrame()
          if updateCell() { events.append(.graphics) }
        }
      case .signal(let signal):
        events.append(.signal(signal))
      }
    }
    deliver(events)
  }

  /// Reads the size of the tty; returns whether it has changed.
  private func updateSize() -> Bool {
    guard let newSize = session?.tty.size, newSize != ttySize else { return false }
    ttySize = newSize
    guard newSize != size else { return false }
    change(to: newSize)
    return true
  }

  private func change(to newSize: Size) {
    size = newSize
    session?.screen.resize(to: newSize)
    session?.sink.write(graphics.reset())
    updateCell()
  }

  /// Adopts a size that the terminal reported in the input, as over a serial line.
  ///
  /// A terminal changes the size of its tty before it reports: if the tty has changed, its signal follows.
  private func adopt(_ reported: Size) {
    guard let session, session.tty.size == ttySize, reported != size else { return }
    change(to: reported)
    deliver([.resize(size)])
  }

  /// Reads how many pixels a cell has, which another font changes; returns whether it has others now.
  @discardableResult
  private func updateCell() -> Bool {
    let former = capabilities.cellPixels
    graphics.forgetCell()
    measureCells()
    return capabilities.cellPixels != former
  }

  /// Handles the end of input: job control took the terminal from the app, or the terminal is gone.
  private func inputEnded() {
    guard let session else { return }
    if session.tty.isForeground { reportHangup() } else { deliver([.signal(.suspend)]) }
  }

  /// Reports a lost terminal once, and asynchronously, since a frame may be in progress.
  private func reportHangup() {
    guard !isGone else { return }
    isGone = true
    input.stop()
    DispatchQueue.main.async { [weak self] in self?.deliver([.hangup]) }
  }
}
