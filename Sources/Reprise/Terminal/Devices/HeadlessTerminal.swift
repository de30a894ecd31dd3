/// A terminal without a tty: records the presented frames and delivers the test's events.
public final class HeadlessTerminal: TerminalDevice {
  /// The size of the window now; see ``resize(to:)``.
  public private(set) var size: Size

  /// The colors and attributes that this terminal shows.
  public var capabilities: TerminalCapabilities

  /// Kept for the test, which answers with ``TerminalCapabilities/cellPixels``.
  public var wantsGraphics = false

  /// Every frame presented, the newest last.
  public private(set) var frames: [Frame] = []

  /// Whether the app has the terminal now.
  public private(set) var isOpen = false

  /// Whether the app may use the terminal; set by the test.
  public var isForeground = true

  /// Whether undelivered input waits; set by the test.
  public var hasWaitingInput = false

  private var handler: (@MainActor ([TerminalEvent]) -> Void)?

  /// Makes a terminal of a size.
  public init(
    size: Size = Size(width: 80, height: 24),
    capabilities: TerminalCapabilities = TerminalCapabilities(colors: 256, name: "headless")
  ) {
    self.size = size
    self.capabilities = capabilities
  }

  /// Starts to deliver what ``send(_:)`` passes.
  public func open(_ handler: @escaping @MainActor ([TerminalEvent]) -> Void) throws(TerminalError)
  {
    self.handler = handler
  }

  /// Keeps the frame at the end of ``frames`` while the app has the terminal; a real one shows no other.
  public func present(_ frame: Frame) {
    guard isOpen else { return }
    frames.append(frame)
  }

  /// Releases the terminal; frames presented until ``resume()`` are dropped.
  public func suspend() {
    isOpen = false
  }

  /// Takes the terminal.
  public func resume() {
    isOpen = true
  }

  /// The size that the app last requested; the request has no effect.
  public private(set) var requestedSize: Size?

  /// Keeps the wish for the test, which may ``resize(to:)``.
  public func request(_ size: Size) { requestedSize = size }

  /// The text that the app copied last.
  public private(set) var copiedText: String?

  /// Keeps the text for the test, unless a terminal would refuse it.
  public func copy(_ text: String) -> Bool {
    guard ClipboardRequest.bytes(copying: text) != nil else { return false }
    copiedText = text
    return true
  }

  /// Does nothing: every frame is kept complete.
  public func redraw() {}

  /// Releases the terminal and drops the handler.
  public func close() {
    isOpen = false
    handler = nil
  }

  /// Delivers events as one batch: one turn.
  public func send(_ events: [TerminalEvent]) {
    handler?(events)
  }

  /// Changes the size of the window and tells the app.
  public func resize(to size: Size) {
    self.size = size
    send([.resize(size)])
  }
}
