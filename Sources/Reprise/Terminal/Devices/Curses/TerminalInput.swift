import Dispatch

/// Reads input one burst at a time, and decides when a lone escape is the escape key.
@MainActor final class TerminalInput {
  private var input: TimedInput

  /// Decodes the bytes.
  var parser: InputParser {
    get { input.parser }
    set { input.parser = newValue }
  }

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
  private var source: (any DispatchSourceRead)?
  private var timer: (any DispatchSourceTimer)?

  /// Makes a reader.
  init(escapeDelay: Duration, loop: MainLoop?) {
    self.loop = loop
    input = TimedInput(escapeDelay: escapeDelay)
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
    input.reset()
  }

  /// Reads until the pending reply has arrived, for at most 50 ms, so that the terminal's next
  /// program doesn't receive it.
  ///
  /// Keys typed in that time are dropped.
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
    input.parser.expectsReply = isReplyPending()
    let events = input.feed(bytes, at: .now)
    startTimer(tty)
    onEvents?(events)
  }

  /// Resolves unfinished input at its deadline.
  private func startTimer(_ tty: TTY) {
    guard let deadline = input.deadline else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    let left = max(.zero, deadline - .now) / .nanoseconds(1)
    timer.schedule(deadline: .now() + .nanoseconds(Int(left)))
    timer.setEventHandler { [weak self] in self?.deadlinePassed(tty) }
    self.timer = timer
    timer.activate()
  }

  private func deadlinePassed(_ tty: TTY) {
    // While the app was busy, the rest may have come in time.
    if tty.hasInput { return read(tty) }
    stopTimer()
    let events = input.expire()
    startTimer(tty)
    if !events.isEmpty { onEvents?(events) }
  }

  private func stopTimer() {
    timer?.cancel()
    timer = nil
  }
}
