import Dispatch
import Foundation
import RepriseTesting
import Synchronization
import TestSupport
import Testing

@testable import Reprise

/// Slow work shows how far it is, and can be cancelled.
@Suite struct ProgressSheetTests {
  /// A list below the sheet.
  private final class Items: ViewController {
    let label = Label("30 items")

    override init() {
      super.init()
      restorationIdentifier = "items"
      title = "Items"
    }

    override func loadView() -> View { label }
  }

  /// What the caller of the sheet got.
  private final class Outcome {
    var text = "running"
  }

  private func pilot(size: Size = Size(width: 80, height: 12)) throws -> Pilot {
    let pilot = try Pilot.showing(size: size) { Items() }
    pilot.pace = .zero
    return pilot
  }

  /// Moves items, a hundred of them every 100 ms on the clock of the app.
  private func moveItems(
    _ batches: Int, of total: Int? = 2000, in pilot: Pilot
  ) async throws -> Outcome {
    let (application, outcome) = (pilot.application, Outcome())
    let items = try #require(pilot.root(Items.self))
    application.perform {
      do {
        let count = try await ProgressSheet.run("Moving items", of: total, over: items) {
          progress in
          for _ in 0..<batches {
            await application.sleep(for: .milliseconds(100))
            try Task.checkCancellation()
            progress.completed(100)
          }
          return progress.completedCount
        }
        outcome.text = "moved \(count)"
      } catch {
        outcome.text = error is CancellationError ? "cancelled" : "\(error)"
      }
    }
    try await pilot.waitForTasks()
    return outcome
  }

  private func advance(_ pilot: Pilot, by milliseconds: Int) async throws {
    for _ in 0..<(milliseconds / 10) {
      try pilot.advance(by: .milliseconds(10))
      try await pilot.waitForTasks()
    }
  }

  @Test func quickWorkShowsNothing() async throws {
    let pilot = try pilot()
    let before = pilot.frame
    let outcome = try await moveItems(2, in: pilot)
    try await advance(pilot, by: 290)
    #expect(outcome.text == "moved 200" && pilot.frame == before)
    try await advance(pilot, by: 200)
    #expect(pilot.frame == before, "the sheet doesn't come after the work")
  }

  @Test func slowWorkShowsItsProgressAfterThreeTenthsOfASecond() async throws {
    let pilot = try pilot()
    let before = pilot.frame
    let outcome = try await moveItems(20, in: pilot)
    try await advance(pilot, by: 290)
    #expect(pilot.frame == before)
    try await advance(pilot, by: 710)
    #expect(pilot.screen.contains("╭ Moving items ─"), "\(pilot.screen)")
    #expect(pilot.screen.contains("900 of 2,000 · 900/s · 2 s left"), "\(pilot.screen)")
    #expect(pilot.screen.contains("45%"))
    #expect(pilot.screen.contains("Esc Cancel"))
    try await advance(pilot, by: 1100)
    #expect(outcome.text == "moved 2000" && pilot.frame == before)
    #expect(pilot.problems == [])
  }

  @Test(arguments: [KeyPress(.escape), .control("c")])
  func escCancelsTheWork(_ key: KeyPress) async throws {
    let pilot = try pilot()
    let before = pilot.frame
    let outcome = try await moveItems(20, in: pilot)
    try await advance(pilot, by: 500)
    try pilot.press(key)
    #expect(pilot.screen.contains("Canceling…") && outcome.text == "running", "\(pilot.screen)")
    #expect(!pilot.screen.contains("Esc Cancel"))
    try await advance(pilot, by: 100)
    #expect(outcome.text == "cancelled" && pilot.frame == before)
  }

  @Test func keysDoNotReachTheScreenBelow() async throws {
    let pilot = try pilot()
    pilot.application.window.globalActions = pilot.application.standardActions
    _ = try await moveItems(20, in: pilot)
    try await advance(pilot, by: 500)
    try pilot.press(.character("?"))
    #expect(pilot.screen.contains("Cancel"), "help shows the key of the sheet")
    try await advance(pilot, by: 1600)
    #expect(pilot.screen.hasPrefix("30 items"), "the end closes help over the sheet as well")
  }

  @Test func aCancelledCallerCancelsTheWork() async throws {
    let pilot = try pilot()
    let items = try #require(pilot.root(Items.self))
    let (application, outcome) = (pilot.application, Outcome())
    let task = application.perform {
      do {
        try await ProgressSheet.run("Waiting", over: items) { _ in
          while true {
            try Task.checkCancellation()
            await application.sleep(for: .milliseconds(100))
          }
        }
      } catch {
        outcome.text = error is CancellationError ? "cancelled" : "\(error)"
      }
    }
    try await advance(pilot, by: 400)
    #expect(pilot.screen.contains("Waiting"))
    task.cancel()
    try await advance(pilot, by: 100)
    #expect(outcome.text == "cancelled" && !pilot.screen.contains("Waiting"))
  }

  @Test func afterAKillTheScreenBelowIsShown() async throws {
    let pilot = try pilot()
    let before = pilot.frame
    _ = try await moveItems(20, in: pilot)
    try await advance(pilot, by: 500)
    #expect(pilot.screen.contains("Moving items"))
    try pilot.restartAndRestore()
    #expect(pilot.frame == before)
    #expect(pilot.application.restorationReport.remarks == [])
    try await advance(pilot, by: 500)
    #expect(pilot.frame == before)
  }

  @Test func workRunsOffTheMainThreadAndTheErrorArrives() async throws {
    struct Refusal: Error {}
    let pilot = try pilot()
    let items = try #require(pilot.root(Items.self))
    let isOnMain = Mutex<[Bool]>([])
    var isRefused = false
    pilot.application.perform {
      do {
        try await ProgressSheet.run("Working", over: items) { progress in
          isOnMain.withLock { $0.append(Self.isMainThread) }
          await MainActor.run { items.label.text = "begun" }
          isOnMain.withLock { $0.append(Self.isMainThread) }
          throw Refusal()
        }
      } catch { isRefused = error is Refusal }
    }
    try await pilot.waitForTasks()
    #expect(isRefused && isOnMain.withLock(\.self) == [false, false])
    #expect(pilot.screen.hasPrefix("begun"))
  }

  private nonisolated static var isMainThread: Bool { Thread.isMainThread }

  @Test func closingTheDataCancelsTheWorkAndWaitsForIt() async throws {
    let pilot = try pilot()
    pilot.finishesBackgroundWork = false
    let items = try #require(pilot.root(Items.self))
    let hasBegun = DispatchSemaphore(value: 0)
    let steps = Mutex(0)
    pilot.application.perform {
      try? await ProgressSheet.run("Working", over: items) { _ in
        hasBegun.signal()
        while !Task.isCancelled { usleep(1000) }
        steps.withLock { $0 = 1 }
      }
    }
    // Lets the task begin.
    for _ in 0..<10 { await Task.yield() }
    #expect(Wait.until(hasBegun))
    #expect(pilot.application.cancelBackgroundWork())
    #expect(steps.withLock(\.self) == 1)
    pilot.finishesBackgroundWork = true
    try await pilot.waitForTasks()
  }

  @Test func workOfUnknownSizeShowsItsCount() async throws {
    let pilot = try pilot()
    _ = try await moveItems(20, of: nil, in: pilot)
    try await advance(pilot, by: 500)
    #expect(pilot.screen.contains("400 done · 800/s"), "\(pilot.screen)")
    #expect(!pilot.screen.contains("left") && !pilot.screen.contains("%"))
  }

  @Test(arguments: [(80, "progress-sheet"), (40, "progress-sheet-narrow")])
  func aSheetLooksAsInItsPicture(width: Int, name: String) async throws {
    let pilot = try pilot(size: Size(width: width, height: 12))
    _ = try await moveItems(20, in: pilot)
    try await advance(pilot, by: 1000)
    try Picture(name, beside: #filePath).verify(pilot.frame)
  }

  @Test func numbersAreWrittenForReaders() {
    func line(_ completed: Int, _ total: Int?, _ seconds: Double) -> String {
      ProgressText(completed: completed, total: total, elapsed: .seconds(seconds)).line
    }
    #expect(line(0, 50, 1) == "0 of 50")
    #expect(line(50, 50, 1) == "50 of 50 · 50/s")
    #expect(line(12_345, 120_000, 10) == "12,345 of 120,000 · 1,200/s · 2 min left")
    #expect(line(1, 100, 60) == "1 of 100 · 1/min · 2 h left")
    #expect(
      line(.max, .max, 0.001)
        == "9,223,372,036,854,775,807 of 9,223,372,036,854,775,807 · 9,223,372,036,854,775,807/s")
    #expect(line(0, 0, 0) == "0 of 0")
  }
}
