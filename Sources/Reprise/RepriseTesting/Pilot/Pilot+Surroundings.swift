import Reprise
import Testing

extension Pilot {
  /// Has the app see what changed around it, as its watches would: files, the time zone, what is plugged in.
  public func lookAround(sourceLocation: SourceLocation = #_sourceLocation) throws {
    application.systemEvents.lookAround()
    try settle(sourceLocation: sourceLocation)
  }

  /// Tells the app that memory is short, as the kernel would.
  public func sendMemoryWarning() { application.systemEvents.didReceiveMemoryWarning() }

  /// Replaces the clock by which a window locks that nobody uses, in seconds; ``advance(by:sourceLocation:)`` has it looked at.
  public func setIdleClock(_ now: @escaping () -> Double) { application.dataLock.now = now }
}
