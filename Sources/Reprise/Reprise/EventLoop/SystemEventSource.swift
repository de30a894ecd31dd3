/// Something around an app that can change, such as what is plugged in (contract 8.6).
///
/// Register a source with ``Application/register(_:)`` before the launch. It starts when its change is
/// first observed, and costs nothing before that. The app polls the source when it reports a possible
/// change, and before the first key after the app was stopped. A stopped app gets the net result once.
///
/// ```swift
/// extension SystemChange {
///   static let lid = SystemChange("lid")
/// }
///
/// final class LidEvents: SystemEventSource {
///   let change = SystemChange.lid
///   private var wasOpen = true
///   private var watch: LidWatch?
///
///   func begin(in application: Application, didChange: @escaping () -> Void) {
///     wasOpen = Lid.isOpen
///     watch = LidWatch(didChange)
///   }
///
///   func end() { watch = nil }
///
///   func takeNews() -> SystemNews? {
///     defer { wasOpen = Lid.isOpen }
///     return Lid.isOpen == wasOpen ? nil : SystemNews(change)
///   }
/// }
/// ```
public protocol SystemEventSource: AnyObject {
  /// The kind of change that the source reports.
  var change: SystemChange { get }

  /// Whether the source is needed even if its change isn't observed; `false` by default.
  func isNeeded(in application: Application) -> Bool

  /// Records the current state and starts watching it.
  ///
  /// - Parameters:
  ///   - application: The app, which the source must not hold strongly.
  ///   - didChange: To be called on the main actor when something may have changed.
  func begin(in application: Application, didChange: @escaping () -> Void)

  /// Stops watching, because the change is no longer observed.
  func end()

  /// The change since the last call, or since the source started; `nil` if nothing changed.
  func takeNews() -> SystemNews?

  /// A descriptor that, when readable, wakes a suspended app whose keys are in memory; `nil` by
  /// default.
  var wakeDescriptor: Int32? { get }

  /// Reads the pending data of ``wakeDescriptor`` before the app continues; does nothing by default.
  func listen()
}

extension SystemEventSource {
  /// Only while its change is observed.
  public func isNeeded(in application: Application) -> Bool { false }
  /// Nothing.
  public var wakeDescriptor: Int32? { nil }
  /// Does nothing.
  public func listen() {}
}
