/// The graphics of a terminal: whether it reports support, and the graphic that it shows.
struct TerminalGraphics {
  /// Whether the person wants them; without that nothing is asked.
  var isWanted = false

  /// The pixel format that the terminal reported to support; `nil` until then.
  private(set) var form: GraphicForm?

  /// The pixels of a cell, if the terminal was asked for them.
  private(set) var cellPixels: Size?

  /// The terminal is asked for its attributes behind the graphics: nearly every one answers that, so an
  /// answer without graphics ends the wait.
  private var question = TerminalQuestion()
  private var asksForCell = false

  /// Whether the terminal is to be asked for Kitty's graphics next.
  private(set) var isKittyDue = false
  private var hasVersion = false
  private var kitty = KittyLayer()
  private var sixel = SixelLayer()
  private let isMultiplexed: Bool

  /// Makes graphics in their initial state, without asking the terminal.
  ///
  /// - parameter environment: Names a multiplexer, if there is one. It takes the question for a title or
  ///   passes it on to a terminal that knows nothing of its windows, so it is not asked.
  init(environment: [String: String]) {
    isMultiplexed = Multiplexer.isPresent(in: environment)
  }

  // MARK: - Asking

  /// Whether frames are shown with their graphics.
  var isUsable: Bool { isWanted && form != nil }

  /// Whether an answer may be on its way.
  var isReplyPending: Bool { question.isPending() }

  /// The query to send to the terminal, if one is due.
  ///
  /// - parameter knowsCell: Whether the pixels of a cell are known without an answer.
  mutating func ask(knowsCell: Bool, at now: ContinuousClock.Instant = .now) -> [UInt8]? {
    guard isWanted, !isMultiplexed else { return nil }
    // Its own answers come first: with two questions open, no answer could be told from the other's.
    if isKittyDue, !question.isPending(at: now) {
      isKittyDue = false
      question = TerminalQuestion()
      question.ask(at: now)
      return KittyGraphics.question + Self.lastQuestion
    }
    defer { asksForCell = false }
    let isFirst = question.isUnasked
    guard isFirst || asksForCell && form == .sixels && !knowsCell else { return nil }
    question.ask(at: now)
    return (isFirst ? Self.versionQuestion : []) + (knowsCell ? [] : Self.cellQuestion)
      + Self.lastQuestion
  }

  /// Which program the terminal is (XTVERSION).
  ///
  /// A terminal that answers is new enough to ignore an unknown APC; an older one would show Kitty's query as
  /// text.
  private static let versionQuestion = Array("\u{1B}[>q".utf8)

  /// How many pixels a cell has.
  private static let cellQuestion = Array("\u{1B}[16t".utf8)

  /// The query for the device attributes (DA1).
  private static let lastQuestion = Array("\u{1B}[c".utf8)

  /// Records an answer; returns whether it revealed more about the terminal's graphics.
  mutating func note(
    _ events: [TerminalEvent], at now: ContinuousClock.Instant = .now
  ) -> Bool {
    guard !question.isUnasked else { return false }
    _ = question.note(events, at: now) { if case .attributes = $0 { true } else { nil } }
    let (former, formerCell) = (form, cellPixels)
    for event in events {
      switch event {
      case .version where !hasVersion:
        hasVersion = true
        isKittyDue = form == nil
      case .graphics where form == nil: form = .pixels
      // The first number is not an attribute.
      // Kitty's are better, so they are asked for first.
      case .attributes(let numbers)
      where form == nil && !isKittyDue && numbers.dropFirst().contains(4):
        form = .sixels
      case .cellPixels(let size): cellPixels = size
      default: break
      }
    }
    return form != nil && (form != former || cellPixels != formerCell)
  }

  /// Forgets how many pixels a cell has: with the window its font may have changed.
  mutating func forgetCell() {
    cellPixels = nil
    asksForCell = true
  }

  // MARK: - Showing

  /// The cells that a graphic covers.
  var rect: Rect? { kitty.rect ?? sixel.rect }

  /// Whether the graphic on the screen can only be removed by rewriting all cells.
  func hasToClear(for frame: Frame) -> Bool { sixel.isOutdated(for: wanted(of: frame)) }

  /// The bytes that take the graphic off the screen until the next update, as rows may move under it.
  mutating func lift() -> [UInt8] {
    sixel.reset()
    return kitty.update(to: nil)
  }

  /// The bytes that show the graphic of a frame, or that remove the one before; they follow its cells.
  mutating func update(to frame: Frame) -> [UInt8] {
    guard isUsable else { return reset() }
    let placed = wanted(of: frame)
    return form == .sixels ? sixel.update(to: placed) : kitty.update(to: placed)
  }

  /// Forgets what the terminal has: it was cleared, or others had it.
  ///
  /// - Returns: The bytes that remove the rest.
  mutating func reset() -> [UInt8] {
    sixel.reset()
    return kitty.reset()
  }

  /// The graphic of a frame, if the terminal can show it.
  private func wanted(of frame: Frame) -> PlacedGraphic? {
    guard isUsable, let placed = frame.visibleGraphic, placed.graphic.form == form else {
      return nil
    }
    // A Sixel drawing that reaches the last row scrolls the screen.
    return form == .sixels && placed.rect.maxY >= frame.size.height ? nil : placed
  }
}

/// Kitty's graphic above the cells of a terminal: the sent pixels, the position, and the changes of a frame.
struct KittyLayer {
  private var sent: Graphic?
  private var place: Rect?

  /// Whether anything was sent that the terminal may still show.
  private var isUsed = false

  /// The cells that it covers; `nil` without a graphic on the screen.
  var rect: Rect? { place }

  /// The bytes that show the graphic of a frame, or that remove the one before; they follow its cells.
  mutating func update(to placed: PlacedGraphic?) -> [UInt8] {
    guard let placed else {
      guard place != nil else { return [] }
      place = nil
      return KittyGraphics.removal
    }
    var bytes: [UInt8] = []
    if sent != placed.graphic {
      bytes += KittyGraphics.deletion + KittyGraphics.transmission(of: placed.graphic)
      (sent, place, isUsed) = (placed.graphic, nil, true)
    }
    guard place != placed.rect else { return bytes }
    place = placed.rect
    return bytes + KittyGraphics.placement(in: placed.rect)
  }

  /// Forgets what the terminal has: it was cleared, or others had it.
  ///
  /// - Returns: The bytes that remove the rest.
  mutating func reset() -> [UInt8] {
    defer { self = KittyLayer() }
    return isUsed ? KittyGraphics.deletion : []
  }
}

/// A Sixel drawing in the cells of a terminal, and its position.
///
/// A terminal keeps it in its cells. Only writing over the cells removes it.
struct SixelLayer {
  private var shown: PlacedGraphic?

  /// The cells that it covers; `nil` without a graphic.
  var rect: Rect? { shown?.rect }

  /// Whether the cells must be rewritten to remove the graphic in them.
  func isOutdated(for placed: PlacedGraphic?) -> Bool {
    guard let shown else { return false }
    return shown.graphic != placed?.graphic || shown.rect != placed?.rect
  }

  /// The bytes that draw the graphic of a frame, unless it is on the screen already; they follow its cells.
  mutating func update(to placed: PlacedGraphic?) -> [UInt8] {
    guard let placed else {
      shown = nil
      return []
    }
    guard shown == nil || isOutdated(for: placed) else { return [] }
    shown = placed
    return SixelGraphics.drawing(placed.graphic, in: placed.rect)
  }

  /// Forgets the graphic on the screen: its cells were or will be rewritten.
  mutating func reset() { shown = nil }
}
