/// Everything that one launch of an app needs: its own things, its delegate and its first screen.
///
/// ``RepriseApp/makeScene(_:)`` makes it. The terminal, tests and pictures all build their
/// ``Application`` from it.
public struct Scene {
  /// The app's own things, for the factories of screens.
  public var environment: Environment

  /// The storyboard to start from, and for restoring.
  public var storyboard: Storyboard?

  /// The app's delegate.
  public var delegate: any ApplicationDelegate

  /// The files whose changes by other programs wake the app.
  public var systemFiles = SystemFiles()

  /// The sources of further system events, such as those of `RepriseSystem`.
  public var eventSources: [any SystemEventSource] = []

  /// Makes the first screen; saved state is restored over it.
  public var root: (Application) -> ViewController

  /// Called once with the application, before it takes the terminal and makes the first screen.
  public var willConnect: (Application) -> Void = { _ in }

  /// Makes a scene.
  ///
  /// - Parameters:
  ///   - environment: The app's own dependencies.
  ///   - storyboard: The storyboard to start from.
  ///   - delegate: The app's delegate; the default preserves and restores everything.
  ///   - root: Makes the first screen.
  public init(
    environment: Environment = Environment(), storyboard: Storyboard? = nil,
    delegate: (any ApplicationDelegate)? = nil, root: @escaping (Application) -> ViewController
  ) {
    self.environment = environment
    self.storyboard = storyboard
    self.delegate = delegate ?? PreservingDelegate()
    self.root = root
  }
}
