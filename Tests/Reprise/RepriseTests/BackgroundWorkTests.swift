import Dispatch
import Foundation
import RepriseTesting
import Synchronization
import Testing
import TestSupport

@testable import Reprise

/// Background work reports in turns.
@Suite struct BackgroundWorkTests {
  private func pilot() throws -> Pilot {
    let pilot = try Pilot.library(size: Size(width: 60, height: 12))
    pilot.finishesBackgroundWork = false
    return pilot
  }

  @Test func whatItReportsIsShownAndSaved() throws {
    let pilot = try pilot()
    let window = pilot.application.window
    var thread: Bool?
    pilot.application.perform(inBackground: { work in
      work.report { window.show(notice: "half of it") }
      return Thread.isMainThread
    }) { result in
      thread = try? result.get()
      window.show(notice: "all of it")
    }
    #expect(pilot.application.isWorkingInBackground)
    #expect(!pilot.screen.contains("of it"))
    #expect(pilot.application.finishBackgroundWork())
    #expect(!pilot.application.isWorkingInBackground)
    #expect(thread == false)
    #expect(pilot.screen.contains("all of it"))
    try pilot.restartAndRestore()
    #expect(pilot.screen.contains("all of it"))
    #expect(pilot.problems == [])
  }

  private nonisolated static func nicenessOfThisThread() -> Int32 {
    getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
  }

  /// A thread of the same priority would keep the processor for milliseconds when a key comes.
  @Test func itIsLessUrgentThanTheInterface() throws {
    let pilot = try pilot()
    var niceness: Int32?
    pilot.application.perform(inBackground: { _ in Self.nicenessOfThisThread() }) { result in
      niceness = try? result.get()
    }
    #expect(pilot.application.finishBackgroundWork())
    #expect(try #require(niceness) == min(Self.nicenessOfThisThread() + 5, 19))
  }

  @Test func cancellationHandlerIsCalled() throws {
    let pilot = try pilot()
    let told = Mutex(0)
    let isOver = DispatchSemaphore(value: 0)
    let work = pilot.application.perform(inBackground: { _ in isOver.wait() })
    work.onCancel { told.withLock { $0 += 1 } }
    #expect(told.withLock(\.self) == 0)
    work.cancel()
    #expect(told.withLock(\.self) == 1)
    work.onCancel { told.withLock { $0 += 10 } }
    #expect(told.withLock(\.self) == 11)
    isOver.signal()
    pilot.application.finishBackgroundWork()
  }

  @Test func thrownErrorIsReported() throws {
    let pilot = try pilot()
    var failed = false
    pilot.application.perform(inBackground: { _ in throw CancellationError() }) { result in
      if case .failure(let error) = result { failed = error is CancellationError }
    }
    pilot.application.finishBackgroundWork()
    #expect(failed)
  }

  @Test func canceledWorkReportsNothing() throws {
    let pilot = try pilot()
    let (mayEnd, wasTold) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    var heard = 0
    let hear: @MainActor () -> Void = { heard += 1 }
    let work = pilot.application.perform(inBackground: { work in
      work.onCancel { wasTold.signal() }
      work.report(hear)
      mayEnd.wait()
      #expect(work.isCancelled)
    }) { _ in hear() }
    work.cancel()
    #expect(Wait.until(wasTold))
    mayEnd.signal()
    #expect(pilot.application.finishBackgroundWork())
    #expect(heard == 0)
  }

  @Test func workWaitsInTheBackground() throws {
    let pilot = try pilot()
    var heard = false
    pilot.application.stopProcess = {
      #expect(!pilot.application.finishBackgroundWork(within: 1))
      #expect(!heard)
      return true
    }
    pilot.application.perform(inBackground: { _ in }) { _ in heard = true }
    try pilot.send(.signal(.suspend))
    try pilot.send(.signal(.resume))
    #expect(pilot.application.finishBackgroundWork())
    #expect(heard)
  }

  @Test func resourcesAreReleasedBeforeTheEndIsReported() throws {
    final class Resource: Sendable {
      let close: @Sendable () -> Void
      init(close: @escaping @Sendable () -> Void) { self.close = close }
      deinit { close() }
    }
    let pilot = try pilot()
    for _ in 0..<20 {
      let isClosed = Mutex(false)
      // The thread alone has it, and takes its time to close it.
      func begin() {
        let resource = Resource {
          usleep(5000)
          isClosed.withLock { $0 = true }
        }
        pilot.application.perform(inBackground: { work in
          work.onCancel { withExtendedLifetime(resource) {} }
        })
      }
      begin()
      #expect(pilot.application.finishBackgroundWork())
      #expect(isClosed.withLock { $0 })
    }
  }

  @Test func cancellingAllOfItWaitsForItsEnd() throws {
    let pilot = try pilot()
    let ended = Mutex(0)
    var heard = 0
    for _ in 0..<3 {
      pilot.application.perform(inBackground: { work in
        while !work.isCancelled { usleep(1000) }
        usleep(20_000)
        ended.withLock { $0 += 1 }
      }) { _ in heard += 1 }
    }
    pilot.application.performWhileActive { work in
      while !work.isCancelled { usleep(1000) }
      ended.withLock { $0 += 1 }
    } completion: { _ in
      heard += 1
    }
    #expect(pilot.application.cancelBackgroundWork())
    #expect(ended.withLock(\.self) == 4)
    #expect(!pilot.application.isWorkingInBackground)
    pilot.application.finishBackgroundWork()
    #expect(heard == 0)
  }

  @Test func workThatDoesNotLookIsNotWaitedForWithoutEnd() throws {
    let pilot = try pilot()
    let mayEnd = DispatchSemaphore(value: 0)
    pilot.application.perform(inBackground: { _ in mayEnd.wait() })
    #expect(!pilot.application.cancelBackgroundWork(within: 0.01))
    mayEnd.signal()
    #expect(pilot.application.cancelBackgroundWork())
  }

  @Test func exitEndsTheWork() throws {
    let pilot = try pilot()
    let ended = Mutex(false)
    pilot.application.perform(inBackground: { work in
      while !work.isCancelled { usleep(500) }
      ended.withLock { $0 = true }
    })
    try pilot.send(.signal(.terminate))
    #expect(ended.withLock { $0 })
  }

  /// A launch shows its first frame before it begins work that runs only while active.
  @Test func activeOnlyWorkBeginsAfterTheFirstFrame() throws {
    final class Plain: ApplicationDelegate {}
    let plain = Plain()
    let frames = Mutex(-1)
    let pilot = try Pilot(size: Size(width: 40, height: 10)) { device, store in
      let application = Application(delegate: plain, device: device, store: store)
      application.window.rootViewController = ViewController()
      application.performWhileActive { _ in
      } completion: { _ in
        frames.withLock { $0 = device.frames.count }
      }
      #expect(!application.isWorkingInBackground)
      return application
    }
    #expect(frames.withLock(\.self) == 1)
    withExtendedLifetime(pilot) {}
  }

  @Test func thePilotWaitsForIt() throws {
    let pilot = try Pilot.library(size: Size(width: 60, height: 12))
    let application = pilot.application
    application.window.globalActions.append(
      Action("test.work", "Work", "Z", isHinted: false) {
        application.perform(inBackground: { _ in usleep(20_000) }) { _ in
          application.window.show(notice: "worked")
        }
      })
    try pilot.press(.character("Z"))
    #expect(pilot.screen.contains("worked"))
  }

  @Test func progressStaysButIsNotSaved() throws {
    let pilot = try pilot()
    pilot.application.window.progress = "copying … 40 %"
    pilot.application.update()
    try pilot.press(KeyPress(.down))
    #expect(pilot.screen.hasSuffix("copying … 40 %"))
    try pilot.restartAndRestore()
    #expect(!pilot.screen.contains("copying"))
  }

  /// Cancelled work does not restart with the focus.
  @Test func activeOnlyWorkIsCanceledForGood() throws {
    let pilot = try pilot()
    let begun = Mutex(0)
    let held = pilot.application.performWhileActive { work in
      begun.withLock { $0 += 1 }
      while !work.isCancelled { usleep(500) }
    }
    #expect(pilot.application.isWorkingInBackground)
    held.cancel()
    try pilot.send(.focus(false))
    try pilot.send(.focus(true))
    pilot.application.finishBackgroundWork()
    #expect(begun.withLock(\.self) <= 1)
  }

  @Test func canceledActiveOnlyWorkEnds() throws {
    let pilot = try pilot()
    let held = pilot.application.performWhileActive { work in
      while !work.isCancelled { usleep(500) }
    }
    held.cancel()
    #expect(pilot.application.finishBackgroundWork(), "it continues until the app exits")
    try pilot.send(.focus(false))
  }

  /// An app that runs for weeks keeps nothing of what is over.
  @Test func finishedWorkIsReleased() throws {
    let pilot = try pilot()
    let application = pilot.application
    application.performWhileActive { _ in }
    application.finishBackgroundWork()
    #expect(application.backgroundWork.heldCount == 0)
    application.performWhileActive { _ in }.cancel()
    application.performWhileActive { _ in usleep(1000) }
    #expect(application.backgroundWork.heldCount == 1)
    application.finishBackgroundWork()
  }
}
