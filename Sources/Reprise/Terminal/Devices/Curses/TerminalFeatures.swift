/// The optional features of a terminal: asked for once after a frame, turned on where the terminal has them.
///
/// Each question ends with one for the device attributes (DA1), which nearly every terminal answers: a feature that
/// wasn't reported by then is missing. Modes are asked for (DECRQM) only after an answer of a VT200 or newer: the
/// Terminal of macOS, a VT100, would show the question's last letter.
struct TerminalFeatures {
  /// A feature that can be turned on.
  enum Feature: CaseIterable {
    /// Kitty's keyboard protocol at level 1: a key that was ambiguous, such as Esc, has a sequence of its own; Enter,
    /// Tab and Backspace keep theirs. With the alternate keys, so that Control works in a Cyrillic layout, too.
    case keyboard
    /// Reports of a change between light and dark (2031).
    case colorScheme
    /// Reports of the window's size in the input (2048).
    case windowSize
    /// Several code points in one cell (2027), which a terminal had turned on; here it is turned off.
    ///
    /// ncurses has one spacing code point in a cell, and so has the layout of texts.
    case separateScalars

    /// Turns it on.
    var start: String {
      switch self {
      case .keyboard: "\u{1B}[>5u"
      case .colorScheme: "\u{1B}[?2031h"
      case .windowSize: "\u{1B}[?2048h"
      case .separateScalars: "\u{1B}[?2027l"
      }
    }

    /// Turns it on again if another program turned it off, without nesting.
    var renewal: String { self == .keyboard ? "\u{1B}[=5u" : start }

    /// Restores what was before.
    var end: String {
      switch self {
      case .keyboard: "\u{1B}[<u"
      case .colorScheme: "\u{1B}[?2031l"
      case .windowSize: "\u{1B}[?2048l"
      case .separateScalars: "\u{1B}[?2027h"
      }
    }
  }

  private enum Step {
    case keyboard
    case modes
    case done
  }

  /// The features that are on.
  private(set) var active: [Feature] = []

  /// Whether a question is to be sent with the next frame or answer.
  private(set) var isDue = true

  private let wantsColorScheme: Bool
  private var step = Step.keyboard
  private var question = TerminalQuestion()

  /// Makes features that are off and to be asked for.
  ///
  /// - parameter wantsColorScheme: Whether a change between light and dark matters.
  init(wantsColorScheme: Bool) { self.wantsColorScheme = wantsColorScheme }

  /// Whether an answer may be on its way.
  var isReplyPending: Bool { question.isPending() }

  /// Whether the terminal has answered and can be asked for its modes.
  var isSecondQuestionDue: Bool { isDue && step == .modes }

  /// The query to send to the terminal, if one is due.
  mutating func ask(at now: ContinuousClock.Instant = .now) -> [UInt8]? {
    guard isDue else { return nil }
    isDue = false
    question = TerminalQuestion()
    question.ask(at: now)
    return Array((step == .keyboard ? Self.keyboardQuestion : modeQuestions).utf8)
  }

  /// The current flags of Kitty's protocol, then the device attributes.
  private static let keyboardQuestion = "\u{1B}[?u\u{1B}[c"

  private var modeQuestions: String {
    let modes = (wantsColorScheme ? [Mode.colorScheme] : []) + [.graphemes, .windowSize]
    return modes.map { "\u{1B}[?\($0.rawValue)$p" }.joined() + "\u{1B}[c"
  }

  private enum Mode: Int {
    case graphemes = 2027
    case colorScheme = 2031
    case windowSize = 2048
  }

  /// The state of a mode as a terminal reports it.
  private enum ModeState {
    static let isSet = 1
    static let isReset = 2
  }

  /// Records answers; returns the features to turn on now.
  ///
  /// An answer without a question changes nothing.
  mutating func note(
    _ events: [TerminalEvent], at now: ContinuousClock.Instant = .now
  ) -> [Feature] {
    guard step != .done, !question.isUnasked else { return [] }
    let found = events.compactMap(feature).filter { !active.contains($0) }
    for feature in found where !active.contains(feature) { active.append(feature) }
    let attributes = question.note(events, at: now) {
      if case .attributes(let numbers) = $0 { numbers } else { nil }
    }
    if let attributes { advance(after: attributes) }
    return found
  }

  private mutating func advance(after attributes: [Int]) {
    let isModern = (60...99).contains(attributes.first ?? 0)
    (step, isDue) = step == .keyboard && isModern ? (.modes, true) : (.done, false)
  }

  private func feature(_ event: TerminalEvent) -> Feature? {
    guard case .report(let report) = event else { return nil }
    switch (report, step) {
    case (.keyboard, .keyboard): return .keyboard
    case (.mode(let number, let state), .modes):
      let isUsable = state == ModeState.isSet || state == ModeState.isReset
      switch Mode(rawValue: number) {
      case .graphemes: return state == ModeState.isSet ? .separateScalars : nil
      case .colorScheme: return isUsable && wantsColorScheme ? .colorScheme : nil
      case .windowSize: return isUsable ? .windowSize : nil
      case nil: return nil
      }
    default: return nil
    }
  }
}
