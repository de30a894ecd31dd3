/// The restrictions of a login, while an app runs (contract 8.7.5).
///
/// ```swift
/// let monitor = RestrictionMonitor(launch.directories.restrictions, application)
/// monitor.observe(with: shelf) { [weak shelf] in shelf?.showBooks() }
/// ```
///
/// Make it after you set ``Application/systemFiles``: it adds its
/// files to them. A stopped app is notified of a change when it continues, before any key.
public final class RestrictionMonitor {
  private let files: RestrictionFiles

  /// The current contents of the files.
  public private(set) var reading: RestrictionReading

  private var observers: [Observer] = []

  /// Reads the files, and follows them as long as this object lives.
  public init(_ files: RestrictionFiles, _ application: Application) {
    self.files = files
    reading = files.read()
    application.systemFiles.configuration += files.all
    application.observe(.configuration, with: self) { [weak self] news in
      if news.files.contains(where: files.all.contains) { self?.readAgain() }
    }
  }

  /// The current restrictions.
  public var restrictions: ContentRestrictions { reading.restrictions }

  /// Calls a closure when something else is allowed, or wrong in the files, than before.
  ///
  /// - Parameters:
  ///   - observer: The closure is called while this object lives.
  ///   - action: The closure, which must not hold the observer strongly.
  public func observe(with observer: AnyObject, action: @escaping () -> Void) {
    observers.removeAll { $0.object == nil }
    observers.append(Observer(object: observer, action: action))
  }

  private func readAgain() {
    let now = files.read()
    guard now != reading else { return }
    reading = now
    for observer in observers where observer.object != nil { observer.action() }
  }

  private struct Observer {
    weak var object: AnyObject?
    let action: () -> Void
  }
}
