import Foundation
import Inventory
import Reprise
import RepriseTesting

@testable import Keepsake

/// Keepsake on a sample home in a directory of its own, driven without a tty.
final class SampleApp {
  static let emptyInventory = Result { try InventoryCopy { _, _ in } }
  private static let sampleInventory = Result { try InventoryCopy(filledBy: SampleHome.fill) }

  let directory: String
  private(set) var pilot: Pilot

  /// The app's date.
  final class Clock {
    /// A Sunday.
    var today = CalendarDate(iso: "2026-11-22") ?? .today()
  }

  let clock = Clock()

  /// The other home, if the inventory belongs to a household.
  private(set) var other: OtherHome?

  /// Launches the app on the sample home, which belongs to a household.
  ///
  /// - Parameter prepare: Called with the context of each launch.
  convenience init(
    sharedIn size: Size, restarts: Bool = false, audits: Bool = true,
    server: TestServer = TestServer(),
    fill: (OtherHome) throws -> Void = { try $0.disagree() },
    prepare: @escaping (AppContext) -> Void = { _ in }
  ) throws {
    var made: OtherHome?
    try self.init(
      size: size, restarts: restarts, inventory: try Self.sampleInventory.get(), audits: audits,
      server: server,
      share: { directory in
        let other = try OtherHome(of: directory)
        try fill(other)
        made = other
      }, prepare: prepare)
    other = made
  }

  /// Launches the app.
  ///
  /// - Parameters:
  ///   - size: The window.
  ///   - restarts: Whether the app is killed and started again after every event.
  ///   - isEmpty: Whether to leave the sample items out.
  ///   - audits: Whether the pilot audits the app after every event.
  ///   - watches: Whether the app watches its files, as the program does.
  ///   - server: The server of a household to join; nil in random walks, as a typed code isn't restored after a kill.
  convenience init(
    size: Size = Size(width: 80, height: 24), restarts: Bool = false, isEmpty: Bool = false,
    audits: Bool = true, watches: Bool = false, server: TestServer? = TestServer()
  ) throws {
    let inventory = isEmpty ? Self.emptyInventory : Self.sampleInventory
    try self.init(
      size: size, restarts: restarts, inventory: try inventory.get(), audits: audits,
      watches: watches, server: server)
  }

  /// Launches the app on a copy of an inventory.
  init(
    size: Size = Size(width: 80, height: 24), restarts: Bool = false, inventory: InventoryCopy,
    audits: Bool = true, watches: Bool = false, server: TestServer? = TestServer(),
    share: (String) throws -> Void = { _ in },
    prepare: @escaping (AppContext) -> Void = { _ in }
  ) throws {
    let directory = NSTemporaryDirectory() + "keepsake-\(UUID().uuidString)"
    self.directory = directory
    let clock = clock
    try inventory.write(into: directory)
    try share(directory)
    pilot = try Pilot(size: size, restartsAfterEveryEvent: restarts, audits: audits) {
      device, state in
      do {
        // Each launch reopens the files, as a new process would.
        let restrictions = Self.restrictions(in: directory)
        let store = try InventoryStore(
          directory: directory, limits: watches ? ContentLimits(restrictions) : .none)
        let drafts = try DraftStore(directory: directory)
        drafts.hide(by: store.database)
        var configuration = AppContext.Configuration(session: "main")
        configuration.offersInspection = true
        if watches { configuration.restrictionFiles = restrictions }
        configuration.today = { clock.today }
        if var server {
          server.directory = directory
          configuration.server = server
        }
        configuration.preferencesFiles = [directory + "/config.toml"]
        let context = AppContext(store: store, drafts: drafts, configuration)
        let application = try Screens.makeApplication(
          context: context, device: device, state: state, version: "test")
        prepare(context)
        if watches { application.systemFiles = context.systemFiles }
        return application
      } catch {
        preconditionFailure("the app cannot be launched: \(error)")
      }
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// The restriction files, which don't exist unless a test writes them.
  static func restrictions(in directory: String) -> RestrictionFiles {
    RestrictionFiles(
      administrator: directory + "/policy.toml", personal: directory + "/restrictions.toml")
  }

  /// The user's configuration file, which doesn't exist unless a test writes it.
  var preferencesFile: String { directory + "/config.toml" }

  /// The list of all items and the item next to it.
  var split: SplitViewController? {
    let tabs = pilot.application.window.rootViewController as? TabBarController
    return tabs?.viewControllers.first as? SplitViewController
  }

  /// The list of all items.
  var list: ListViewController? {
    let stack = split?.viewController(for: .primary) as? NavigationController
    return stack?.viewControllers.first as? ListViewController
  }

  /// The row of the cursor, with single spaces; empty if the cursor is hidden.
  var lineUnderCursor: String {
    guard let cursor = pilot.frame.cursor else { return "" }
    // Two panes have a frame each, whose edges are one line here.
    return pilot.frame.plainText(row: cursor.y).replacing("││", with: "│")
      .trimmingCharacters(in: CharacterSet(charactersIn: "│ "))
      .split(separator: " ").joined(separator: " ")
  }

  /// Presses keys written one after the other: plain characters type themselves, names in angle
  /// brackets are other keys, as in `n<Tab>Lamp<^S>`.
  func keys(_ text: String) throws {
    for key in KeyScript(text).keys { try pilot.press(key) }
  }
}
