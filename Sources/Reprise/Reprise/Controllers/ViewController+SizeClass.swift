extension ViewController {
  /// Whether the window is wide: 60 columns or more.
  ///
  /// Without a window, as before the first layout, it counts as wide. ``Responder/updateProperties()``
  /// that reads it runs again when the window changes its size.
  public var horizontalSizeClass: SizeClass {
    let host = host
    host?.sizeReads.arm()
    return host.map { .horizontal($0.bounds.width) } ?? .regular
  }

  /// Whether the window is high: 20 rows or more.
  ///
  /// Without a window, as before the first layout, it counts as high.
  public var verticalSizeClass: SizeClass {
    let host = host
    host?.sizeReads.arm()
    return host.map { .vertical($0.bounds.height) } ?? .regular
  }
}
