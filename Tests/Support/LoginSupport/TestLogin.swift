import Foundation
import TestSupport

/// A private bus with a fake logind and ModemManager.
public final class TestLogin {
  /// The bus address, as in `DBUS_SYSTEM_BUS_ADDRESS`.
  public let address: String
  private let directory: String
  private let program: String
  private var bus: Helper?
  private var login: Helper?

  /// Starts the bus and, unless it should be empty, the services.
  ///
  /// - Parameters:
  ///   - program: The path of the probe.
  ///   - isEmpty: Whether both services are missing.
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

  /// Sends an event of logind: `lock`, `other` (another session), `sleep`, `wake`, `nonsense`, or `idle` and `active`
  /// for the session; or of the phone: `ring`, `answer`, `hang` (up), `forget` (the call is removed).
  public func say(_ event: String) { login?.say(event) }

  /// Sends the event from a process that doesn't own logind's name.
  public func sayAsImpostor(_ event: String) throws {
    let impostor = try join(["impostor"])
    impostor.say(event)
    impostor.say("end")
    // It ends once the bus has received everything.
    guard (try? impostor.line()) == nil else { throw Helper.Silence(description: "still running") }
  }

  /// Waits until an inhibitor delays the machine's sleep, or until none does.
  ///
  /// - Parameter timeout: The longest wait, in seconds.
  public func waitUntil(isInhibited: Bool, within timeout: Int = Wait.timeout) throws {
    let line = try login?.line(within: timeout)
    guard line == (isInhibited ? "inhibited" : "released") else {
      throw Helper.Silence(description: line ?? "no logind")
    }
  }

  /// Waits until a process has queried the state of the call.
  public func waitUntilAskedOfTheCall() throws {
    let line = try login?.line()
    guard line == "asked" else { throw Helper.Silence(description: line ?? "no phone") }
  }

  /// Ends the bus, as a crash does.
  public func endBus() { bus = nil }
}
