/// Calls a closure for each frame of an animation, as long as a person can see it (contract 8.4).
///
/// ```swift
/// let link = DisplayLink(for: sky, framesPerSecond: 4) { [unowned sky] link in
///   sky.phase = link.frame
/// }
/// link.add(to: application)
/// ```
///
/// It runs while the app is active and the view is on the screen, and stops automatically: without
/// the focus, in the background, under another screen, in a window that is too small, or while the
/// view is hidden or removed. Then it doesn't wake the process; an app without a link is never
/// woken. The animation is not part of the state: the picture has to make sense at every frame.
public final class DisplayLink {
  /// How many frames a second are asked for; there are fewer where that takes too long.
  public let framesPerSecond: Int

  /// The number of frames so far.
  public private(set) var frame = 0

  /// Whether it waits although it could run, as in a game that a person has paused.
  public var isPaused = false {
    didSet { if !isPaused { application?.eventLoop.runAnimations() } }
  }

  private weak var view: View?
  private weak var application: Application?
  private let handler: (DisplayLink) -> Void

  /// The time of the next frame; `nil` while no frame is due.
  private var next: DelayedCall?

  /// Makes a link, to be added to an application.
  ///
  /// - Parameters:
  ///   - view: The animated view.
  ///   - framesPerSecond: From 1 to 30.
  ///   - handler: Called on the main actor. Its changes are drawn.
  public init(
    for view: View, framesPerSecond: Int = 10, _ handler: @escaping (DisplayLink) -> Void
  ) {
    self.view = view
    self.framesPerSecond = min(max(1, framesPerSecond), 30)
    self.handler = handler
  }

  /// Starts the animation; the application retains it until it is invalid or its view is gone.
  public func add(to application: Application) {
    guard self.application == nil else { return }
    self.application = application
    application.eventLoop.add(self)
  }

  /// Ends it for good.
  public func invalidate() {
    stop()
    view = nil
  }

  // MARK: - For the application

  /// Whether it will never run again.
  var isInvalid: Bool { view == nil }

  /// Stops frames until ``run(in:)``.
  func stop() {
    next?.cancel()
    next = nil
  }

  /// Schedules the next frame, unless one is due or the view can't be seen.
  func run(in application: Application) {
    guard next == nil, canBeSeen(in: application) else { return }
    next = application.perform(after: .seconds(1) / framesPerSecond) { [weak self] in
      self?.advance()
    }
  }

  private func advance() {
    next = nil
    guard let application, canBeSeen(in: application) else { return }
    frame += 1
    handler(self)
    run(in: application)
  }

  private func canBeSeen(in application: Application) -> Bool {
    let window = application.window
    guard !isPaused, application.state == .active, application.eventLoop.canDraw,
      !window.isTooSmall,
      let view, view.window === window
    else { return false }
    let around = sequence(first: view, next: \.superview)
    guard around.allSatisfy({ !$0.isHidden && !$0.frame.isEmpty }) else { return false }
    guard let owner = view.nearestOwner else { return true }
    // A screen that fills the window covers all those below it.
    let screens = sequence(first: window.rootViewController) { $0?.presentedViewController }
      .prefix { $0 != nil }.compactMap(\.self)
    let covering = screens.last { $0.modalPresentationStyle == .fullScreen } ?? screens.first
    return covering?.visibleControllers.contains { $0 === owner } == true
  }
}
