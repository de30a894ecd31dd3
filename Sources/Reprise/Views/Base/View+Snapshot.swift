extension View {
  /// A view that shows what this one looks like, and does nothing else.
  ///
  /// For transitions and for hiding what is going to change. What is secure is secure in the copy,
  /// too: a kept picture of the screen shows neither.
  ///
  /// - Parameter afterScreenUpdates: Whether to take in what has changed since the last frame, which
  ///   is laid out and drawn for it at once; else the copy shows what is on the screen (contract
  ///   8.2.4).
  /// - Returns: `nil` when there is nothing to show, as for a view that is not on the screen yet.
  public func snapshotView(afterScreenUpdates: Bool) -> View? {
    guard let picture = afterScreenUpdates ? renderedFrame() : shownFrame() else { return nil }
    let copy = SnapshotView(picture: picture)
    copy.frame = frame
    // On the screen something secure may stand before this view.
    copy.isSecure =
      isRedacted || holdsSecrets || (!afterScreenUpdates && host?.holdsSecrets == true)
    return copy
  }

  /// Whether the view is left out of kept pictures, also because of a view around it.
  var isRedacted: Bool { isSecure || superview?.isRedacted ?? false }

  /// Whether the view or anything in it is left out of kept pictures.
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

  /// Draws what stands in a kept picture for a secure view: neither its content nor its cursor.
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
