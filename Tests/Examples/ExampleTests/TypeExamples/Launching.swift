import Foundation
import Reprise
import RepriseSystem
import RepriseTesting
import Testing

@testable import notes

@Suite @MainActor struct LaunchExamples {
  final class Greeting: ViewController {
    override func loadView() -> View { Label("Hello!") }
  }

  struct Hello: RepriseApp {
    let name = "hello"
    func register(in registry: inout RestorationRegistry) {
      registry.restore(Greeting.self, as: "greeting") { _ in Greeting() }
    }
    func root(_ application: Application) -> ViewController { Greeting() }
  }

  @Test func anAppIsANameAndAScreen() throws {
    #expect(try Preview("hello", of: Hello.self).frame().plainText().contains("Hello!"))
  }

  final class ItemStore {
    init(directory: String) throws {}
  }

  struct ItemApp: RepriseApp {
    let name = "items"

    func makeScene(_ launch: Launch) throws -> Scene {
      let store = try ItemStore(directory: launch.directories.makeData())
      return Scene(environment: Environment(holding: store), root: root)
    }

    func root(_ application: Application) -> ViewController {
      application.environment[ItemStore.self] == nil ? ViewController() : Greeting()
    }
  }

  struct WatchingApp: RepriseApp {
    let name = "watching"

    func makeScene(_ launch: Launch) throws -> Scene {
      var scene = Scene(root: root)
      scene.watchSystem(launch)
      return scene
    }

    func root(_ application: Application) -> ViewController { Greeting() }
  }

  @Test func screensAreDrawnWithoutRunningTheApp() throws {
    final class ProgressScreen: ViewController {}
    let screens = [
      Preview("empty list", of: NotesApp.self),
      Preview("new note", of: NotesApp.self, keys: "nMilk"),
      Preview("progress") { ProgressScreen() },
    ]
    #expect(try screens[1].frame().plainText().contains("Milk"))
    #expect(try Preview("items", of: ItemApp.self).frame().plainText().contains("Hello!"))
    #expect(try Preview("watching", of: WatchingApp.self).frame().size.width == 80)
  }

  @MainActor
  enum Screens {
    static func main() { PreviewCommand(screens: [Preview("list", of: NotesApp.self)]).run() }
  }

  @Test func aPictureIsDrawnAfterKeys() throws {
    let (store, home) = (StateStore(unavailable: "a picture"), TemporaryHome().path)
    func draw() throws -> Frame {
      let terminal = HeadlessTerminal(size: Size(width: 80, height: 24))
      let application = try NotesApp().makeApplication(device: terminal, store: store, home: home)
      try application.launch()
      let frame = application.frame(after: KeyScript("nMilk<Tab>").keys, on: terminal)
      return frame
    }
    #expect(try draw().plainText().contains("Milk"))
  }

  @Test func aCommandLineAsksForASession() {
    let request = LaunchRequest(session: "work", isFresh: true)
    #expect(request.session == "work" && request.isFresh && request.item == nil)
  }

  @Test func directoriesFollowTheEnvironment() throws {
    let directories = try AppDirectories(name: "notes", variables: ["HOME": "/home/ada"])
    #expect(directories.data == "/home/ada/.local/share/notes")
  }

  struct Library {
    let uuid: UUID
  }

  /// Compiled only: there is no launch in a test.
  private func identify(_ library: Library, _ launch: Launch) -> UUID? {
    let identifier = launch.directories.identifierForVendor(of: library.uuid)
    return identifier
  }

  @Test func aFailureHasAStatus() {
    let failure = CommandFailure(status: .usage, message: "usage: notes [--session NAME]")
    #expect(failure.status.rawValue == 64)
  }

  @Test func aReportIsOpenedOnTheDesktop() {
    func open(_ path: String, in variables: [String: String]) -> String? {
      do throws(DesktopProgram.Failure) {
        try DesktopProgram.open(path, variables: variables)
        return nil
      } catch {
        return error.reason
      }
    }
    let reason = open("/tmp/report.html", in: ["PATH": "/no/such/directory"])
    #expect(reason == "cannot open files: xdg-open is not installed")
  }

  @Test func aProgramChecksWhatTheSystemAllows() throws {
    func check(files: Int) -> String? {
      do throws(SystemLimitFailure) {
        try SystemLimits.require(files: files)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(check(files: 9) == nil)
  }

  @Test func optionalPartsAreLookedUp() {
    let libc = OptionalLibrary("libc.so.6")
    let hasEntropy = libc?.hasFunction("getentropy") ?? false
    let openButton = Button("Open")
    func showOpenButton() {
      let opener = OptionalProgram("xdg-open")
      openButton.isHidden = !opener.isThere()
    }
    showOpenButton()
    #expect(hasEntropy && openButton.isHidden == !OptionalProgram("xdg-open").isThere())
  }
}
