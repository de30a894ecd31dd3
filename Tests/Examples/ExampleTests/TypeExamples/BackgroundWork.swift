import Foundation
import Reprise
import RepriseTesting
import Testing

@Suite @MainActor struct BackgroundWorkExamples {
  /// The reading of a file, which another thread may interrupt.
  final class Reading: Sendable {
    private let file: String

    init(of file: String) { self.file = file }

    func interrupt() {}

    func sum() throws -> Int { file.count }
  }

  private func pilot() throws -> Pilot { try Pilot.showing { ViewController() } }

  @Test func aFileIsSummedWhileTheAppIsActive() throws {
    let (application, file, label) = (try pilot().application, "prices", Label())
    let work: HeldBackWork =
      application.performWhileActive({ work in
        let reading = Reading(of: file)
        work.onCancel { reading.interrupt() }
        return try reading.sum()
      }) { result in
        label.text = (try? result.get()).map { "\($0)" } ?? "–"
      }
    application.finishBackgroundWork()
    #expect(work.isOver && label.text == "6")
  }

  @Test func aSearchReportsWhatItFinds() throws {
    let (application, label) = (try pilot().application, Label())
    application.perform(
      inBackground: { (search: BackgroundOperation) in
        for page in 1...3 where !search.isCancelled {
          search.report { label.text = "page \(page)" }
        }
      }, completion: { _ in label.text += ", done" })
    application.finishBackgroundWork()
    #expect(label.text == "page 3, done")
  }

  @Test func aTimerIsCancelled() throws {
    let pilot = try pilot()
    let (application, label) = (pilot.application, Label())
    func remind() -> DelayedCall {
      let reminder = application.perform(after: .seconds(30)) { label.text = "Tea is ready" }
      reminder.cancel()
      return reminder
    }
    let reminder = remind()
    try pilot.advance(by: .seconds(60))
    #expect(reminder.isOver && label.text.isEmpty)
  }

  /// A list whose page follows the selection.
  @MainActor final class Browser {
    private let application: Application
    private var waiting: DelayedCall?
    private(set) var shown = 0

    init(_ application: Application) { self.application = application }

    func selectionDidMove() {
      guard waiting?.isOver != false else { return }
      waiting = application.performInPause(letting: isMotion) { [weak self] in
        self?.showSelection()
      }
    }

    private func isMotion(_ event: TerminalEvent) -> Bool { event == .key(KeyPress(.down)) }

    private func showSelection() { shown += 1 }
  }

  @Test func thePageFollowsWhereTheSelectionStops() throws {
    let application = try pilot().application
    let browser = Browser(application)
    browser.selectionDidMove()
    browser.selectionDidMove()
    application.finishBackgroundWork()
    #expect(browser.shown == 1)
  }

  @Test func anUploadMayEndInTheBackground() throws {
    let application = try pilot().application
    let upload: BackgroundTaskIdentifier = application.beginBackgroundTask(withName: "upload")
    defer { application.endBackgroundTask(upload) }
    #expect(application.backgroundTimeRemaining > .zero)
  }

  /// A view with a phase, as a sky or a spinner has.
  final class Sky: View {
    var phase = 0 { didSet { setNeedsDisplay() } }
  }

  @Test func aSkyMoves() throws {
    let (application, sky) = (try pilot().application, Sky())
    func animate() -> DisplayLink {
      let link = DisplayLink(for: sky, framesPerSecond: 4) { [unowned sky] link in
        sky.phase = link.frame
      }
      link.add(to: application)
      return link
    }
    let link = animate()
    link.invalidate()
    #expect(link.framesPerSecond == 4 && sky.phase == 0)
  }

  /// A store of items that are moved one by one.
  final class Warehouse: Sendable {
    func move(_ item: Int) throws {}
  }

  final class Items: ViewController {
    private let items = Array(1...5)
    private let store = Warehouse()
    private(set) var moved = 0

    func move() async throws {
      let (items, store) = (items, store)
      try await ProgressSheet.run("Moving items", of: items.count, over: self) { progress in
        for item in items {
          try Task.checkCancellation()
          try store.move(item)
          progress.completed()
        }
      }
    }

    func moveAndCount() async throws {
      moved = try await ProgressSheet.run("Moving items", over: self) { (progress: WorkProgress) in
        progress.totalCount = 5
        progress.completed(5)
        return progress.completedCount
      }
    }

    func moveItems() {
      window?.application?.perform { [self] in
        do {
          try await move()
        } catch is CancellationError {
          window?.show(notice: "Canceled: nothing was moved")
        } catch {
          window?.show(problem: "\(error)")
        }
      }
    }
  }

  @Test func itemsAreMovedWithASheetIfThatIsSlow() async throws {
    let items = Items()
    let pilot = try Pilot.showing { items }
    items.moveItems()
    pilot.application.perform { try? await items.moveAndCount() }
    try await pilot.waitForTasks()
    #expect(items.moved == 5 && items.presentedViewController == nil)
  }
}
