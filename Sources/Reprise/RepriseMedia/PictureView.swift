import Preservation
import Reprise
import Terminal

/// Shows a picture as colored cells, and lets the user zoom in.
///
/// A ``PictureDecoder`` makes the cells in the background: until they arrive, the view shows a placeholder, and during a
/// zoom the former cells. Nothing is started before the view is on the screen with a source. If there is a problem with
/// the picture, the view shows it as text.
///
/// ```swift
/// let picture = PictureView()
/// picture.restorationIdentifier = "photo"
/// picture.source = PictureSource(path: "/home/ada/teapot.jpg")
/// ```
///
/// With ``isZoomable`` it takes the focus: `+` and `-` zoom, the arrows move, `0` shows the whole picture, and PgDn and
/// PgUp go through the pages of a document. Zoom, position and page are restored for the same picture, by its
/// ``PictureSource/identity``.
open class PictureView: View {
  /// The picture that is shown; a new one is shown without zoom.
  public var source: PictureSource? {
    didSet { sourceDidChange(from: oldValue) }
  }

  /// Makes the cells.
  public var decoder = PictureDecoder() {
    didSet { decodeAnew() }
  }

  /// Whether the user may zoom; the view then takes the focus.
  public var isZoomable = false

  /// Whether a terminal with graphics gets pixels; for many small pictures at once, cells are faster.
  public var allowsGraphics = true {
    didSet { if allowsGraphics != oldValue { setNeedsLayout() } }
  }

  /// A text to show instead of a picture; its lines are wrapped.
  public var message: String? {
    didSet { if message != oldValue { setNeedsDisplay() } }
  }

  /// The text shown until the picture is decoded.
  public var placeholder = "…" {
    didSet { setNeedsDisplay() }
  }

  /// The zoom of the picture, and the point at its center.
  public private(set) var zoom = PictureZoom.fit {
    didSet {
      guard zoom != oldValue else { return }
      setNeedsPreservation()
      setNeedsLayout()
    }
  }

  /// The index of the page that is shown, of a file with several.
  public private(set) var page = 0 {
    didSet {
      guard page != oldValue else { return }
      (cells, failure) = (nil, nil)
      setNeedsPreservation()
      setNeedsLayout()
      pageDidChange()
    }
  }

  /// The number of pages; 1 until the picture is decoded.
  public private(set) var pageCount = 1 {
    didSet { if pageCount != oldValue { pageDidChange() } }
  }

  /// Called when the page or the number of pages has changed.
  public var pageDidChange: () -> Void = {}

  /// The visible cells, possibly those of a former zoom.
  public private(set) var cells: PictureCells?

  /// The size of the picture in pixels, once it is decoded.
  public private(set) var pixels: Size?

  /// The reason why there is no picture.
  public private(set) var failure: PictureError?

  /// How many pictures the view has requested, for tests.
  package private(set) var decodings = 0

  private var wanted: PictureRequest?
  private var work: BackgroundOperation?
  private var recent: [PictureRequest: PictureCells] = [:]
  /// The picture that a restored zoom belongs to.
  private var zoomedIdentity: String?

  open override var canBecomeFirstResponder: Bool { isZoomable && source != nil }

  /// Changes the zoom.
  public func setZoom(_ zoom: PictureZoom) {
    zoomedIdentity = source?.identity
    self.zoom = zoom
  }

  /// Shows another page, from its top.
  ///
  /// - Parameter page: Its index; the nearest existing page if it doesn't exist.
  public func setPage(_ page: Int) {
    let page = max(0, min(pageCount - 1, page))
    guard page != self.page else { return }
    zoomedIdentity = source?.identity
    self.page = page
    if zoom.level > 0 { zoom = PictureZoom(level: zoom.level, x: zoom.x, y: 0) }
  }

  // MARK: - Decoding

  private func sourceDidChange(from old: PictureSource?) {
    if let identity = source?.identity, identity == old?.identity { return }
    // A restored zoom waits for its picture; any other picture starts without zoom.
    if zoomedIdentity == nil || zoomedIdentity != source?.identity {
      zoomedIdentity = nil
      zoom = .fit
      page = 0
    }
    pageCount = 1
    decodeAnew()
  }

  private func decodeAnew() {
    work?.cancel()
    (work, wanted, cells, pixels, failure) = (nil, nil, nil, nil, nil)
    recent = [:]
    setNeedsLayout()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    guard let source, let application = window?.application, !bounds.isEmpty else { return }
    let capabilities = application.terminalCapabilities
    let colors = application.theme.name == .monochrome ? 0 : capabilities.colors
    let request = PictureRequest(
      size: bounds.size, colors: PictureRequest.Colors(terminal: colors), zoom: zoom,
      cellPixels: colors == 0 || !allowsGraphics ? nil : capabilities.cellPixels,
      form: capabilities.graphicForm, page: page)
    guard request != wanted else { return }
    wanted = request
    work?.cancel()
    work = nil
    if let known = recent[request] {
      show(known)
      return
    }
    decode(source, request, application)
  }

  private func decode(
    _ source: PictureSource, _ request: PictureRequest, _ application: Application
  ) {
    decodings += 1
    let decoder = decoder
    work = application.perform { work in
      try decoder.cells(of: source, request) { work.isCancelled }
    } completion: { [weak self] result in
      self?.take(result, request)
    }
  }

  private func take(_ result: Result<PictureCells, any Error>, _ request: PictureRequest) {
    guard request == wanted else { return }
    work = nil
    switch result {
    case .success(let found):
      show(found)
      if recent.count >= (found.graphic == nil ? Self.recentCount : Self.recentGraphics) {
        recent = [:]
      }
      recent[request] = found
    case .failure(let error):
      cells = nil
      failure = (error as? PictureError) ?? PictureError(.crashed, "\(error)")
    }
    setNeedsDisplay()
  }

  private func show(_ known: PictureCells) {
    (cells, pixels, failure) = (known, known.pixels, nil)
    pageCount = known.pageCount
  }

  private static let recentCount = 16
  /// A graphic has up to four megabytes.
  private static let recentGraphics = 4

  open override func graphicsDidChange() {
    super.graphicsDidChange()
    setNeedsLayout()
  }

  open override func releaseCaches() {
    super.releaseCaches()
    recent = [:]
  }

  // MARK: - Drawing

  /// The text that the view shows instead of a picture that can't be decoded, and its style.
  open func words(for failure: PictureError) -> (text: String, style: Style) {
    (failure.description, .warning)
  }

  open override func sizeThatFits(_ size: Size) -> Size { size }

  open override var naturalLength: Length { .fill(1) }

  open override func draw(_ canvas: Canvas) {
    super.draw(canvas)
    if let message {
      draw(message, .secondary, on: canvas)
    } else if let failure {
      let words = words(for: failure)
      draw(words.text, words.style, on: canvas)
    } else if let cells {
      let place = Point(
        x: (bounds.width - cells.frame.size.width) / 2,
        y: (bounds.height - cells.frame.size.height) / 2)
      if let graphic = cells.graphic {
        canvas.draw(cells.frame, at: place, graphic: graphic)
      } else {
        canvas.draw(cells.frame, at: place)
      }
    } else if source != nil {
      draw(placeholder, .secondary, on: canvas)
    }
  }

  private func draw(_ words: String, _ style: Style, on canvas: Canvas) {
    let lines = CellText.wrapped(words, toWidth: max(1, bounds.width))
    let top = max(0, (bounds.height - lines.count) / 2)
    for (index, line) in lines.enumerated() {
      let text = CellText(line, width: bounds.width)
      canvas.draw(
        text, at: Point(x: max(0, (bounds.width - text.width) / 2), y: top + index), style: style)
    }
  }

  // MARK: - Keys

  open override var actions: [Action] { isZoomable ? zoomActions : [] }

  private lazy var zoomActions: [Action] = {
    let larger = Action(
      "picture.zoom-in", "Larger", "+", for: self,
      enabled: { $0.source != nil && $0.zoom.level < PictureZoom.maximumLevel }
    ) { $0.setZoom($0.zoom.leveled(by: 1)) }
    return [
      larger, larger.also("="),
      Action(
        "picture.zoom-out", "Smaller", "-", for: self, enabled: { $0.zoom.level > 0 }
      ) { $0.setZoom($0.zoom.leveled(by: -1)) },
      Action(
        "picture.fit", "Whole picture", "0", isHinted: false, for: self,
        enabled: { $0.zoom.level > 0 }
      ) { $0.setZoom(.fit) },
      Action(
        "picture.next-page", "Next page", "PgDn", "^F", for: self,
        enabled: { $0.page + 1 < $0.pageCount }
      ) { $0.setPage($0.page + 1) },
      Action(
        "picture.previous-page", "Previous page", "PgUp", "^B", isHinted: false, for: self,
        enabled: { $0.page > 0 }
      ) { $0.setPage($0.page - 1) },
      pan("left", "Left", "Left", "h", x: -0.25, y: 0),
      pan("right", "Right", "Right", "l", x: 0.25, y: 0),
      pan("up", "Up", "Up", "k", x: 0, y: -0.25),
      pan("down", "Down", "Down", "j", x: 0, y: 0.25),
    ]
  }()

  private func pan(
    _ id: String, _ title: String, _ keys: KeyBinding..., x: Double, y: Double
  ) -> Action {
    Action("picture.\(id)", title, keys: keys, isHinted: false) { [weak self] in
      guard let self, zoom.level > 0 else { return }
      setZoom(zoom.moved(x: x, y: y, within: shownPart))
    }
  }

  /// The part that the zoom shows, even before its cells arrive: keys typed ahead move by the same distance as
  /// others.
  private var shownPart: PicturePart {
    PicturePart(of: pixels, in: bounds.size, zoom: zoom)
  }

  // MARK: - Preservation

  open override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    guard zoom != .fit || page > 0, let zoomedIdentity else { return }
    coder.encode(zoomedIdentity, forKey: "picture")
    if page > 0 { coder.encode(page, forKey: "page") }
    guard zoom != .fit else { return }
    coder.encode(zoom.level, forKey: "zoom")
    coder.encode(Int(zoom.x), forKey: "center.x")
    coder.encode(Int(zoom.y), forKey: "center.y")
  }

  open override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    guard let identity = coder.decodeString(forKey: "picture") else { return }
    guard source?.identity == nil || source?.identity == identity else { return }
    zoomedIdentity = identity
    page = max(0, coder.decodeInt(forKey: "page") ?? 0)
    guard let level = coder.decodeInt(forKey: "zoom"),
      let x = coder.decodeInt(forKey: "center.x"), let y = coder.decodeInt(forKey: "center.y")
    else { return }
    zoom = PictureZoom(
      level: level, x: UInt16(clamping: x), y: UInt16(clamping: y))
  }
}

extension RestorationRegistry {
  /// Registers the views of this module, so that their state is restored.
  ///
  /// ```swift
  /// func register(in registry: inout RestorationRegistry) {
  ///   registry.registerMedia()
  /// }
  /// ```
  public mutating func registerMedia() {
    register(PictureView.self, as: "PictureView")
  }
}
