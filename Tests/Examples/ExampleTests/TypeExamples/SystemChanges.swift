import Foundation
import Reprise
import RepriseSystem
import RepriseTesting
import Testing

/// The lid of a notebook, of which the example makes events.
enum Lid {
  static let isOpen = true
}

final class LidWatch {
  init(_ didChange: @escaping () -> Void) {}
}

extension SystemChange {
  static let lid = SystemChange("lid")
}

final class LidEvents: SystemEventSource {
  let change = SystemChange.lid
  private var wasOpen = true
  private var watch: LidWatch?

  func begin(in application: Application, didChange: @escaping () -> Void) {
    wasOpen = Lid.isOpen
    watch = LidWatch(didChange)
  }

  func end() { watch = nil }

  func takeNews() -> SystemNews? {
    defer { wasOpen = Lid.isOpen }
    return Lid.isOpen == wasOpen ? nil : SystemNews(change)
  }
}

@Suite @MainActor struct SystemChangeExamples {
  private func application() throws -> Application {
    try Pilot.showing { ViewController() }.application
  }

  @Test func anAppHasItsOwnSourceOfEvents() throws {
    let (application, source) = (try application(), LidEvents())
    application.register(source)
    source.begin(in: application) {}
    #expect(source.takeNews() == nil)
  }

  @MainActor final class Shelf {
    private(set) var isReadAgain = false

    func follow(_ application: Application) {
      let keymap = "/home/ada/.config/shelf/keys.toml"
      var files = SystemFiles()
      files.configuration = [keymap]
      application.systemFiles = files
      application.observe(.configuration, with: self) { [weak self] news in
        if news.files.contains(keymap) { self?.readKeymap() }
      }
    }

    private func readKeymap() { isReadAgain = true }
  }

  @Test func aKeymapIsFollowed() throws {
    let shelf = Shelf()
    shelf.follow(try application())
    #expect(!shelf.isReadAgain)
  }

  @MainActor final class Importer {
    private(set) var isOffering = false

    func watch(_ application: Application) {
      application.observe(.accessories, with: self) { [weak self] news in
        if news.connected.contains(where: { $0.kind == .camera }) { self?.offerThePicture() }
      }
    }

    private func offerThePicture() { isOffering = true }
  }

  @Test func aCameraIsNoticed() throws {
    let (importer, application) = (Importer(), try application())
    importer.watch(application)
    let cameras = application.accessories.filter { (accessory: Accessory) in
      accessory.kind == .camera
    }
    #expect(cameras.isEmpty && !importer.isOffering)
  }

  @Test func indexingWaitsForPower() throws {
    let application = try application()
    var isPaused = false
    func pauseIndexing() { isPaused = true }
    func indexIfThereIsPower() {
      if application.power?.isOnBattery == true { pauseIndexing() }
    }
    indexIfThereIsPower()
    func isLow(_ power: PowerState) -> Bool { power.isOnBattery && (power.charge ?? 100) < 20 }
    #expect(!isPaused && application.power.map(isLow) != true)
  }

  @Test func aSceneWatchesTheSystem() {
    var scene = Scene { _ in ViewController() }
    scene.eventSources += [AccessoryEvents(), PowerEvents()]
    #expect(scene.eventSources.count == 2)
  }

  @MainActor final class Catalog {
    private(set) var isOnline = false
    private var way: NetworkReachability?

    func start() {
      let way = NetworkReachability(host: "192.168.1.20")
      way.startNotifier { [weak self] isReachable in self?.reconnect(isReachable) }
      self.way = way
    }

    func stop() { way?.stopNotifier() }

    private func reconnect(_ isReachable: Bool) { isOnline = isReachable }
  }

  @Test func aServerIsWatched() {
    let catalog = Catalog()
    catalog.start()
    catalog.stop()
    #expect(!catalog.isOnline)
  }

  @MainActor final class Gong {
    private let calls: CallObserver
    private let sounds: AudioSession

    init(environment: [String: String]) {
      calls = CallObserver(environment: environment)
      sounds = AudioSession(environment: environment)
    }

    /// Compiled only: it needs a modem.
    func muteDuringCalls() {
      calls.start { [sounds] state in
        if state == .calling { sounds.deactivate() }
      }
    }
  }

  /// Compiled only: it would be heard.
  private func strike() {
    let sounds = AudioSession(environment: ProcessInfo.processInfo.environment)
    sounds.play("/usr/share/sounds/freedesktop/stereo/message.oga")
  }

  @Test func aSoundNeedsAPlayer() {
    #expect(!AudioSession.canPlay(environment: ["PATH": "/no/such/directory"]))
    let lock = OptionalProgram(
      companion: LoginWatch.companionName, variable: LoginWatch.companionVariable)
    #expect(!lock.isThere(variables: [LoginWatch.companionVariable: "/no/such/program"]))
    #expect(!IdentifierManager.isAdvertisingTrackingEnabled)
  }
}
