import Reprise
import Testing

extension Pilot {
  /// A view or a controller by the restoration identifiers on the way to it, as in `form/name`.
  ///
  /// Each name is looked up anywhere below the one before, so names in between may be left out; of
  /// several things of a name the one on the screen counts. It is looked up anew with each use, so an
  /// element outlives restarts. What is not there fails the test at the line that uses it.
  public func find(_ path: String) -> Element { Element(path: path, pilot: self) }
}

/// A thing of the interface under test; see ``Pilot/find(_:)``.
public struct Element {
  /// The identifiers on the way to it.
  public let path: String

  let pilot: Pilot

  /// Whether there is one such thing, on the screen or not.
  public var exists: Bool { candidates.count == 1 }

  /// Whether the focus stands there.
  public var isFocused: Bool {
    candidates.contains { $0 === pilot.application.window.firstResponder }
  }

  /// What it shows: its cells on the screen, without spaces at line ends and empty lines at the end.
  public var text: String { text() }

  /// What it shows; for helpers that name the line to fail at.
  public func text(sourceLocation: SourceLocation = #_sourceLocation) -> String {
    guard let frame = frame(sourceLocation: sourceLocation) else { return "" }
    let shown = pilot.frame
    let area = frame.intersection(shown.bounds)
    guard !area.isEmpty else { return "" }
    var lines = (area.minY..<area.maxY).map { y in
      var line = (area.minX..<area.maxX)
        .map { shown[Point(x: $0, y: y)]?.glyph.string ?? "" }.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Moves the focus there and types text, one key and one turn for each character.
  @discardableResult
  public func type(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Element {
    guard focus(sourceLocation: sourceLocation) else { return self }
    return attempt(sourceLocation) { try pilot.type(text, sourceLocation: sourceLocation) }
  }

  /// Moves the focus there and presses keys; Enter if none are named.
  @discardableResult
  public func press(
    _ keys: KeyPress..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> Element {
    guard focus(sourceLocation: sourceLocation) else { return self }
    return attempt(sourceLocation) {
      for key in keys.isEmpty ? [KeyPress(.enter)] : keys {
        try pilot.press(key, sourceLocation: sourceLocation)
      }
    }
  }

  /// Clicks its first cell.
  @discardableResult
  public func click(sourceLocation: SourceLocation = #_sourceLocation) -> Element {
    guard let frame = frame(sourceLocation: sourceLocation) else { return self }
    return attempt(sourceLocation) {
      try pilot.click(x: frame.minX, y: frame.minY, sourceLocation: sourceLocation)
    }
  }

  // MARK: - Looking it up

  private var candidates: [Responder] {
    ScreenLookup(in: pilot.application.window).responders(
      at: path.split(separator: "/").map(String.init))
  }

  /// The thing; fails the test where there is none, or more than one.
  private func responder(_ sourceLocation: SourceLocation) -> Responder? {
    let found = candidates
    if found.count == 1 { return found[0] }
    let names = ScreenLookup(in: pilot.application.window).restorationIdentifiers.joined(
      separator: ", "
    ).shortened(to: 600)
    let words = found.isEmpty ? "nothing is" : "\(found.count) things are"
    Issue.record(
      "\(words) called “\(path)”; there are: \(names)", sourceLocation: sourceLocation)
    return nil
  }

  /// Its cells in the window; fails the test where it is not on the screen.
  private func frame(sourceLocation: SourceLocation) -> Rect? {
    guard let responder = responder(sourceLocation) else { return nil }
    if let frame = ScreenLookup(in: pilot.application.window).frameOnScreen(of: responder),
      !frame.isEmpty
    {
      return frame
    }
    Issue.record(
      "“\(path)” is not on the screen:\n\(pilot.screen)", sourceLocation: sourceLocation)
    return nil
  }

  /// Moves the focus there; fails the test where it does not go.
  private func focus(sourceLocation: SourceLocation) -> Bool {
    guard let responder = responder(sourceLocation) else { return false }
    let window = pilot.application.window
    // A screen gets its keys by whatever in it has the focus.
    if let controller = responder as? ViewController, controller.isInFront(of: window) {
      return true
    }
    if window.firstResponder === responder { return true }
    let isTaken = (responder as? View)?.becomeFirstResponder() ?? false
    guard isTaken, window.firstResponder === responder else {
      Issue.record("“\(path)” cannot have the focus now", sourceLocation: sourceLocation)
      return false
    }
    attempt(sourceLocation) { try pilot.settle(sourceLocation: sourceLocation) }
    return true
  }

  @discardableResult
  private func attempt(_ sourceLocation: SourceLocation, _ body: () throws -> Void) -> Element {
    do {
      try body()
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
    return self
  }
}

extension ViewController {
  /// Whether keys go to this controller, or to one in it.
  fileprivate func isInFront(of window: Window) -> Bool {
    guard let front = window.frontController else { return false }
    return sequence(first: front, next: \.parent).contains { $0 === self }
  }
}
