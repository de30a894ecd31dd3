extension View {
  /// Makes a view that shows what this one looks like, and does nothing else.
  ///
  /// Use it for transitions, or in front of something that is about to change. A copy of a secure view
  /// is secure: kept pictures of the screen show neither.
  ///
  /// - Parameter afterScreenUpdates: Whether to lay out and draw what has changed since the last frame.
  ///   If not, the copy shows what is on the screen (contract 8.2.4).
  /// - Returns: `nil` if there is nothing to show, as for a view that has not been on the screen yet.
  public func snapshotView(afterScreenUpdates: Bool) -> View? {
    guard let picture = afterScreenUpdates ? renderedFrame() : shownFrame() else { return nil }
    let copy = SnapshotView(picture: picture)
    copy.frame = frame
    // On the screen a secure view may cover this one.
    copy.isSecure =
      isRedacted || holdsSecrets || (!afterScreenUpdates && host?.holdsSecrets == true)
    return copy
  }

  /// Whether kept pictures leave the view out, itself or with a view around it.
  var isRedacted: Bool { isSecure || superview?.isRedacted ?? false }

  /// Whether kept pictures leave out the view or anything in it.
  private var holdsSecrets: Bool { isSecure || subviews.contains(where: \.holdsSecrets) }

  private func renderedFrame() -> Frame? {
    if let host { host.layoutIfNeeded() } else { layoutIfNeeded() }
    guard !bounds.isEmpty, !isHidden else { return nil }
    let canvas = Canvas(size: bounds.size, theme: host?.theme ?? .dark)
    renderContent(on: canvas)
    return canvas.frame
  }

  private func shownFrame() -> Frame? {
    guard !bounds.isEmpty, !isHidden, let host, let shown = host.shownFrame else { return nil }
    let place = convert(bounds, to: host).origin
    let canvas = Canvas(size: bounds.size, theme: host.theme)
    canvas.draw(shown, at: Point(x: -place.x, y: -place.y))
    return canvas.frame
  }

  /// Draws what kept pictures show of a secure view: neither its content nor its cursor.
  func redact(on canvas: Canvas) {
    canvas.fill(canvas.bounds, with: .shade, style: .secondary)
  }
}

/// Cells as they were drawn once.
private final class SnapshotView: View {
  private let picture: Frame

  init(picture: Frame) {
    self.picture = picture
    super.init()
  }

  override func draw(_ canvas: Canvas) {
    canvas.draw(picture, at: .zero)
  }
}
