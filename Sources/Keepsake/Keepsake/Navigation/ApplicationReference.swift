import Reprise

/// The application, for services that are made before it.
final class ApplicationReference {
  /// The application, once it is made and until it is gone.
  private(set) weak var application: Application?

  /// Sets the application, at launch.
  func connect(to application: Application) { self.application = application }
}
