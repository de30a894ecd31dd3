extension ViewController {
  /// Whether the window has columns to spare: 60 or more.
  ///
  /// Without a window, as before the first layout, there are. Who reads it in
  /// ``Responder/updateProperties()`` hears when the window has another size.
  public var horizontalSizeClass: SizeClass {
    let host = host
    host?.sizeReads.arm()
    return host.map { .horizontal($0.bounds.width) } ?? .regular
  }

  /// Whether the window has rows to spare: 20 or more.
  ///
  /// Without a window, as before the first layout, there are.
  public var verticalSizeClass: SizeClass {
    let host = host
    host?.sizeReads.arm()
    return host.map { .vertical($0.bounds.height) } ?? .regular
  }
}
