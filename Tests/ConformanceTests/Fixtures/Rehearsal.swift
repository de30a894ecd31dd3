import Foundation
import Preservation
import Reprise
import RepriseTesting
import Terminal

/// Runs a plan's app without comparison walks, so that the diary holds exactly its calls.
final class Rehearsal {
  let plan: Plan
  private let archive: StateArchive
  private(set) var terminal: DiaryTerminal
  private(set) var application: Application

  init(_ plan: Plan, hasTerminal: Bool = true) throws {
    self.plan = plan
    plan.diary = []
    archive = try StateArchive(path: nil, keys: LoginKeyProvider())
    terminal = DiaryTerminal(plan: plan, isUsable: hasTerminal)
    application = plan.makeApplication(device: terminal, store: try StateStore(archive: archive))
    prepare()
  }

  private func prepare() {
    application.stopProcess = { [unowned plan] in plan.stop() }
    application.stopJob = { [unowned plan] in plan.stopJob() }
  }

  /// An app with one screen, in the foreground.
  static func launched() throws -> Rehearsal {
    let plan = Plan { plan, application in
      application.window.rootViewController = Screen("screen", plan)
    }
    let rehearsal = try Rehearsal(plan)
    _ = try rehearsal.launch()
    return rehearsal
  }

  /// Launches, and returns the calls since the app was created.
  func launch() throws -> [String] {
    try application.launch()
    return plan.diary
  }

  /// Discards the app as a kill would, and relaunches it.
  func relaunch(hasTerminal: Bool = true, inBackground: Bool = false) throws -> [String] {
    terminal = DiaryTerminal(plan: plan, isUsable: hasTerminal)
    terminal.inner.isForeground = !inBackground
    plan.diary = []
    application = plan.makeApplication(device: terminal, store: try StateStore(archive: archive))
    prepare()
    return try launch()
  }

  /// Continues the stopped process as `fg` or `bg` does, and returns the calls meanwhile.
  func resume(inBackground: Bool = false) -> [String] {
    terminal.inner.isForeground = !inBackground
    return send(.signal(.resume))
  }

  /// The word of the screen in the stored state.
  var storedWord: String? {
    let records = try? archive.load()
    let values = records?.first { $0.identifier == "screen" }?.values
    guard case .string(let word) = values?.first(where: { $0.key == "word" })?.value else {
      return nil
    }
    return word
  }

  /// Delivers events as one turn, and returns the calls meanwhile.
  func send(_ events: TerminalEvent...) -> [String] {
    plan.diary = []
    terminal.inner.send(events)
    return plan.diary
  }
}

extension Plan {
  /// Records the stop of the process; it does nothing more until it continues.
  fileprivate func stop() -> Bool {
    if canStop { diary.append("process stopped") }
    return canStop
  }

  /// Records the stop of a job that returns to its shell but keeps running.
  fileprivate func stopJob() -> Bool {
    if canStop { diary.append("job stopped") }
    return canStop
  }
}

/// A terminal that records its use.
final class DiaryTerminal: TerminalDevice {
  var wantsGraphics = false
  let inner = HeadlessTerminal(size: Size(width: 50, height: 12))
  private let plan: Plan
  private let isUsable: Bool

  init(plan: Plan, isUsable: Bool) {
    self.plan = plan
    self.isUsable = isUsable
  }

  /// A new window size that the stopped process wasn't notified of.
  var sizeMeanwhile: Size?

  var size: Size { sizeMeanwhile ?? inner.size }
  var isForeground: Bool { inner.isForeground }
  var capabilities: TerminalCapabilities { inner.capabilities }

  func open(_ handler: @escaping @MainActor ([TerminalEvent]) -> Void) throws(TerminalError) {
    guard isUsable else {
      plan.diary.append("no terminal")
      throw TerminalError.notATerminal
    }
    try inner.open(handler)
  }

  func present(_ frame: Frame) {
    plan.diary.append("frame")
    inner.present(frame)
  }

  func suspend() {
    plan.diary.append("terminal given back")
    inner.suspend()
  }

  func resume() {
    plan.diary.append("terminal taken")
    inner.resume()
  }

  func redraw() {
    inner.redraw()
  }

  func close() {
    plan.diary.append("terminal given back")
    inner.close()
  }
}
