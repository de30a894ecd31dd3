import Foundation
import Guardian
import Reprise
import RepriseTesting
import Terminal
import Testing

@Suite @MainActor struct LifeCycleExamples {
  /// Stores what the user is writing whenever the app leaves the screen.
  final class NotesDelegate: ApplicationDelegate, RestorationOnlyDelegate {
    private(set) var isStored = false

    func applicationWillFinishLaunching(_ application: Application) {
      application.window.rootViewController = NoteForm()
    }

    func applicationDidEnterBackground(_ application: Application) { isStored = true }

    func stateRestorationActivity(for application: Application) -> UserActivity? {
      application.userActivity
    }
  }

  /// A form whose activity is enough to rebuild it.
  final class NoteForm: ViewController, UserActivityDelegate {
    private let note = (uuid: "7A0D", name: "Milk")

    override func viewDidLoad() {
      let activity = UserActivity(activityType: "org.example.notes.edit")
      activity.title = "editing “\(note.name)”"
      activity["note"] = note.uuid
      userActivity = activity
      activity.delegate = self
    }

    func userActivityWillSave(_ userActivity: UserActivity) { userActivity["caret"] = 3 }
  }

  private func pilot(_ delegate: NotesDelegate = NotesDelegate()) throws -> Pilot {
    try Pilot(audits: false, expectedRemarks: [""]) { device, store in
      Application(delegate: delegate, device: device, store: store)
    }
  }

  @Test func anActivityNamesTheNote() throws {
    let pilot = try pilot()
    #expect(pilot.application.window.rootViewController?.userActivity?.title == "editing “Milk”")
  }

  @Test func aClockStopsInTheBackground() throws {
    let application = try pilot().application
    final class Clock { var isRunning = true }
    let clock = Clock()
    let stop: ApplicationTransition = .willResignActive
    application.observe(stop, with: clock) { [weak clock] in clock?.isRunning = false }
    func mayBlink(_ application: Application) -> Bool {
      application.state == ApplicationState.active
    }
    #expect(mayBlink(application) && clock.isRunning)
  }

  @Test func anAppThatCrashedSaysSo() throws {
    func greeting(_ options: LaunchOptions) -> String {
      options.restarts > 0 ? "Restarted after a crash" : "Welcome back"
    }
    #expect(greeting(LaunchOptions(item: nil, restarts: 1)) == "Restarted after a crash")
  }

  @Test func aProgramEndsWithAStatus() {
    func status(of reason: Termination) -> Int32 { reason.exitStatus }
    #expect(status(of: .quit) == 0)
    #expect(status(of: .signal(.terminate)) == 128 + SystemSignal.terminate.number)
  }

  @Test func theReportExplainsWhatWasRestored() throws {
    let pilot = try pilot()
    let report: RestorationReport = pilot.application.restorationReport
    let lost = report.entries.filter { $0.outcome == .notDecoded }
    #expect(lost.isEmpty && !report.didRestore)
  }

  @Test func aTestExplainsWhatIsNotSaved() throws {
    let application = try pilot().application
    let explanations: [PreservationExplanation] = application.explainPreservation()
    let unsaved = explanations.filter { $0.isController && $0.verdict != .preserved }
    #expect(unsaved.map(\.typeName) == ["NoteForm"])
  }

  @Test func aScreenOfATypeIsMade() throws {
    let application = try pilot().application
    let level = application.makeViewController(
      ofType: "places", values: [("level", .string("attic"))])
    #expect(level == nil, "no such type is registered")
  }

  struct Line {
    let descriptor: Int32
  }

  /// A connection that the app keeps while it is in the background.
  @MainActor final class Chat {
    private let line: Line
    private(set) var problem: String?

    init(_ line: Line) { self.line = line }

    func keep(by application: Application) {
      do throws(ConnectionError) {
        try application.keepConnection(line.descriptor) { [weak self] in await self?.readLine() }
      } catch {
        problem = error.description
      }
    }

    private func readLine() async {}
  }

  @Test func onlyASocketIsKept() throws {
    let chat = Chat(Line(descriptor: -1))
    chat.keep(by: try pilot().application)
    #expect(chat.problem != nil)
  }
}
