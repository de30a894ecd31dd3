import Dispatch

/// Reads input one burst at a time, and decides when a lone escape is the escape key.
@MainActor final class TerminalInput {
  /// How long a paste may pause before it counts as ended, in seconds.
  private static let pasteTimeout = 5

  /// How long a terminal's reply may pause before it counts as ended, in seconds; short, since the
  /// keyboard is dead meanwhile.
  private static let stringTimeout = 1

  /// How many milliseconds an escape waits at least for the rest of a reply, which may come in pieces:
  /// were it a key, the rest would be typed.
  private static let replyPatience = 50

  /// Decodes the bytes.
  var parser = InputParser()

  /// Called with the events of a burst.
  var onEvents: (([TerminalEvent]) -> Void)?

  /// Whether a reply of the terminal may be on its way.
  var isReplyPending: () -> Bool = { false }

  /// Called with the replies among what is read and dropped on leaving.
  var onDroppedReplies: ([TerminalEvent]) -> Void = { _ in }

  /// Called when the input has ended.
  var onEnd: (() -> Void)?

  /// Polls the terminal on the main thread; without one, Dispatch does so on another thread.
  private let loop: MainLoop?
  private let escapeDelay: Int
  private var source: (any DispatchSourceRead)?
  private var timer: (any DispatchSourceTimer)?

  /// Makes a reader; `escapeDelay` is in milliseconds, at most a second.
  init(escapeDelay: Int, loop: MainLoop?) {
    self.loop = loop
    self.escapeDelay = min(max(escapeDelay, 0), 1000)
  }

  /// Starts reading.
  func start(_ tty: TTY) {
    if let loop { return loop.watch(tty.descriptor) { [weak self] in self?.read(tty) } }
    let source = DispatchSource.makeReadSource(fileDescriptor: tty.descriptor, queue: .main)
    source.setEventHandler { [weak self] in self?.read(tty) }
    self.source = source
    source.activate()
  }

  /// Stops reading and drops unfinished sequences.
  func stop() {
    loop?.unwatch()
    source?.cancel()
    source = nil
    stopTimer()
    _ = parser.timeout()
    _ = parser.abandonPaste()
  }

  /// Reads until a reply that is on its way has come, 50 ms at most, so that it does not reach whoever
  /// has the terminal next.
  ///
  /// What is typed meanwhile is dropped.
  func awaitReply(_ tty: TTY) {
    let end = ContinuousClock.now + .milliseconds(50)
    while isReplyPending() {
      let left = (end - .now) / .milliseconds(1)
      guard left > 0, tty.waitForInput(milliseconds: Int32(left.rounded(.up))),
        let bytes = tty.read(), !bytes.isEmpty
      else { return }
      onDroppedReplies(parser.feed(bytes).filter(\.isReply))
    }
  }

  private func read(_ tty: TTY) {
    stopTimer()
    guard let bytes = tty.read() else {
      onEnd?()
      return
    }
    let events = parser.feed(bytes)
    if parser.isInString {
      startTimer(.seconds(Self.stringTimeout)) { $0.timeout() }
    } else if parser.isWaiting {
      let delay = isReplyPending() ? max(Self.replyPatience, escapeDelay) : escapeDelay
      startTimer(.milliseconds(delay)) { $0.timeout() }
    } else if parser.isPasting {
      startTimer(.seconds(Self.pasteTimeout)) { $0.abandonPaste() }
    }
    onEvents?(events)
  }

  private func startTimer(
    _ delay: DispatchTimeInterval, _ decide: @escaping (inout InputParser) -> [TerminalEvent]
  ) {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + delay)
    timer.setEventHandler { [weak self] in
      guard let self else { return }
      stopTimer()
      onEvents?(decide(&parser))
    }
    self.timer = timer
    timer.activate()
  }

  private func stopTimer() {
    timer?.cancel()
    timer = nil
  }
}
