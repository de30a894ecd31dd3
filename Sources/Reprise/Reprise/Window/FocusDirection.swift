/// The direction in which an arrow key moves the focus.
nonisolated enum FocusDirection: Equatable {
  case up
  case down
  case left
  case right

  /// The direction of a key; `nil` for all keys but plain arrows.
  init?(_ press: KeyPress) {
    guard press.modifiers.isEmpty else { return nil }
    switch press.key {
    case .up: self = .up
    case .down: self = .down
    case .left: self = .left
    case .right: self = .right
    default: return nil
    }
  }

  /// The distance to another rectangle that is in this direction, `nil` if it is not.
  ///
  /// Above and below are views on other rows: the nearest rows come first, then the nearest
  /// columns. To the left and right are only views that share a row.
  func distance(from: Rect, to other: Rect) -> Distance? {
    let aside = max(0, other.minX - from.maxX, from.minX - other.maxX)
    let offset = abs(other.minX - from.minX)
    switch self {
    case .up:
      guard other.maxY <= from.minY else { return nil }
      return Distance(from.minY - other.maxY, aside, offset)
    case .down:
      guard other.minY >= from.maxY else { return nil }
      return Distance(other.minY - from.maxY, aside, offset)
    case .left, .right:
      guard other.minY < from.maxY, from.minY < other.maxY else { return nil }
      let gap = self == .left ? from.minX - other.maxX : other.minX - from.maxX
      return gap < 0 ? nil : Distance(gap, abs(other.minY - from.minY), 0)
    }
  }

  /// A distance in parts, of which the first one counts most.
  nonisolated struct Distance: Comparable {
    private let parts: (Int, Int, Int)

    init(_ first: Int, _ second: Int, _ third: Int) { parts = (first, second, third) }

    static func == (one: Distance, other: Distance) -> Bool { one.parts == other.parts }
    static func < (one: Distance, other: Distance) -> Bool { one.parts < other.parts }
  }
}

extension Window {
  /// Moves the focus to the next or previous view in front, across the children of containers.
  @discardableResult
  public func moveFocus(by step: Int) -> Bool {
    guard let front = rootViewController?.frontPresented else { return false }
    let focused = firstResponder as? View
    let ring = front.isViewLoaded ? front.view.focusRing(with: focused) : []
    guard ring.count > 1 else { return false }
    let current = ring.firstIndex { $0 === focused } ?? 0
    return ring[(current + step + ring.count) % ring.count].becomeFirstResponder()
  }

  /// Moves the focus to the nearest view in a direction, if there is one.
  func moveFocus(toward direction: FocusDirection) -> Bool {
    guard let front = rootViewController?.frontPresented, front.isViewLoaded,
      let focused = firstResponder as? View
    else { return false }
    let place = focused.convert(focused.bounds, to: self)
    var nearest: (view: View, distance: FocusDirection.Distance)?
    for view in front.view.focusRing() where view !== focused && !view.isInside(focused) {
      let rect = view.convert(view.bounds, to: self)
      guard !rect.isEmpty, let distance = direction.distance(from: place, to: rect) else {
        continue
      }
      if let nearest, nearest.distance <= distance { continue }
      nearest = (view, distance)
    }
    return nearest?.view.becomeFirstResponder() ?? false
  }
}
