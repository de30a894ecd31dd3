import Foundation
import TestSupport

/// A bus of its own with somebody on it who stands for logind and for ModemManager.
public final class TestLogin {
  /// Where the bus is, as `DBUS_SYSTEM_BUS_ADDRESS` says it.
  public let address: String
  private let directory: String
  private let program: String
  private var bus: Helper?
  private var login: Helper?

  /// Starts the bus and, unless it should have nobody, logind.
  ///
  /// - Parameters:
  ///   - program: The path of the probe.
  ///   - isEmpty: Whether there is neither.
  public init(program: String, isEmpty: Bool = false) throws {
    self.program = program
    directory = NSTemporaryDirectory() + "bus-\(UInt32.random(in: .min ... .max))"
    address = "unix:path=\(directory)/socket"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    let configuration = """
      <busconfig><type>custom</type><listen>\(address)</listen><auth>EXTERNAL</auth>
      <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/>
      <allow send_type="signal"/><allow own="*"/></policy></busconfig>
      """
    let file = "\(directory)/configuration"
    try Data(configuration.utf8).write(to: URL(filePath: file))
    let bus = try Helper(endingWithItsInput: [
      "/usr/bin/dbus-daemon", "--nofork", "--nopidfile", "--nosyslog", "--config-file=\(file)",
      "--print-address=1",
    ])
    self.bus = bus
    _ = try bus.line()
    guard !isEmpty else { return }
    login = try join([])
  }

  deinit {
    (login, bus) = (nil, nil)
    try? FileManager.default.removeItem(atPath: directory)
  }

  private func join(_ arguments: [String]) throws -> Helper {
    let helper = try Helper([program, address] + arguments)
    let line = try helper.line()
    guard line == "ready" else { throw Helper.Silence(description: line) }
    return helper
  }

  /// Has logind say something: `lock`, `other` (another session), `sleep`, `wake`, `nonsense`, `idle`, `active`
  /// (the session is that); or the phone: `ring`, `answer`, `hang` (the call is over), `forget` (nothing is left of it).
  public func say(_ event: String) { login?.say(event) }

  /// Has somebody say it who is not logind.
  public func sayAsImpostor(_ event: String) throws {
    let impostor = try join(["impostor"])
    impostor.say(event)
    impostor.say("end")
    // It has ended when all of that is with the bus.
    guard (try? impostor.line()) == nil else { throw Helper.Silence(description: "it goes on") }
  }

  /// Waits until somebody has the machine wait with sleeping, or lets it go.
  ///
  /// - Parameter timeout: For how long, in seconds.
  public func waitUntil(isInhibited: Bool, within timeout: Int = Wait.timeout) throws {
    let line = try login?.line(within: timeout)
    guard line == (isInhibited ? "inhibited" : "released") else {
      throw Helper.Silence(description: line ?? "there is no logind")
    }
  }

  /// Waits until somebody was told how the call is.
  public func waitUntilAskedOfTheCall() throws {
    let line = try login?.line()
    guard line == "asked" else { throw Helper.Silence(description: line ?? "there is no phone") }
  }

  /// Ends the bus, as when it crashes.
  public func endBus() { bus = nil }
}
