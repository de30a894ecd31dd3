import Reprise
import Testing

extension Pilot {
  /// A view or a controller by a path of restoration identifiers, such as `form/name`.
  ///
  /// Each name is looked up anywhere below the previous one, so names in between may be left out. If several
  /// elements have a name, the one on the screen counts. Each use looks the element up again, so it outlives
  /// restarts. A missing element fails the test at the line that uses it.
  public func find(_ path: String) -> Element { Element(path: path, pilot: self) }
}

/// A view or controller of the interface under test; see ``Pilot/find(_:)``.
///
/// ```swift
/// let name: Element = pilot.find("form/name")
/// #expect(name.exists && name.isFocused)
/// ```
public struct Element {
  /// The path of restoration identifiers.
  public let path: String

  let pilot: Pilot

  /// Whether there is exactly one such element, on the screen or not.
  public var exists: Bool { candidates.count == 1 }

  /// Whether the element has the focus.
  public var isFocused: Bool {
    candidates.contains { $0 === pilot.application.window.firstResponder }
  }

  /// The text of its cells on the screen, without spaces at line ends and empty lines at the end.
  public var text: String { text() }

  /// The text, for helpers that pass the line to fail at.
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

  /// Focuses the element and types text, one key and one turn for each character.
  @discardableResult
  public func type(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Element {
    guard focus(sourceLocation: sourceLocation) else { return self }
    return attempt(sourceLocation) { try pilot.type(text, sourceLocation: sourceLocation) }
  }

  /// Focuses the element and presses keys; Enter by default.
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

  // MARK: - Lookup

  private var candidates: [Responder] {
    ScreenLookup(in: pilot.application.window).responders(
      at: path.split(separator: "/").map(String.init))
  }

  /// The view or controller; fails the test if there is not exactly one.
  private func responder(_ sourceLocation: SourceLocation) -> Responder? {
    let found = candidates
    if found.count == 1 { return found[0] }
    let names = ScreenLookup(in: pilot.application.window).restorationIdentifiers.joined(
      separator: ", "
    ).shortened(to: 600)
    let words = found.isEmpty ? "no element is" : "\(found.count) elements are"
    Issue.record(
      "\(words) named “\(path)”; the names are: \(names)", sourceLocation: sourceLocation)
    return nil
  }

  /// Its cells in the window; fails the test if it is not on the screen.
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

  /// Focuses the element; fails the test if that is not possible.
  private func focus(sourceLocation: SourceLocation) -> Bool {
    guard let responder = responder(sourceLocation) else { return false }
    let window = pilot.application.window
    // A screen gets its keys through the view in it that has the focus.
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
  /// Whether keys go to this controller or one of its descendants.
  fileprivate func isInFront(of window: Window) -> Bool {
    guard let front = window.frontController else { return false }
    return sequence(first: front, next: \.parent).contains { $0 === self }
  }
}
