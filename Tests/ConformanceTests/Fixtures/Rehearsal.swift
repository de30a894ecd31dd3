import Foundation
import Preservation
import Reprise
import RepriseTesting
import Terminal

/// Runs the app of a plan without a second look at anything, so that the diary holds every call.
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

  /// An app with one screen, in front of the shell.
  static func launched() throws -> Rehearsal {
    let plan = Plan { plan, application in
      application.window.rootViewController = Screen("screen", plan)
    }
    let rehearsal = try Rehearsal(plan)
    _ = try rehearsal.launch()
    return rehearsal
  }

  /// Launches, and returns what was called since the app was made.
  func launch() throws -> [String] {
    try application.launch()
    return plan.diary
  }

  /// Forgets the app as a kill would, and launches it anew.
  func relaunch(hasTerminal: Bool = true, inBackground: Bool = false) throws -> [String] {
    terminal = DiaryTerminal(plan: plan, isUsable: hasTerminal)
    terminal.inner.isForeground = !inBackground
    plan.diary = []
    application = plan.makeApplication(device: terminal, store: try StateStore(archive: archive))
    prepare()
    return try launch()
  }

  /// Continues the stopped process as `fg` or `bg` does, and returns what was called meanwhile.
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

  /// Delivers events as one turn, and returns what was called meanwhile.
  func send(_ events: TerminalEvent...) -> [String] {
    plan.diary = []
    terminal.inner.send(events)
    return plan.diary
  }
}

extension Plan {
  /// What the process does when it is stopped: nothing, until it goes on.
  fileprivate func stop() -> Bool {
    if canStop { diary.append("process stopped") }
    return canStop
  }

  /// What a job does that stops for its shell and goes on by itself.
  fileprivate func stopJob() -> Bool {
    if canStop { diary.append("job stopped") }
    return canStop
  }
}

/// A terminal that writes down when it is used.
final class DiaryTerminal: TerminalDevice {
  var wantsGraphics = false
  let inner = HeadlessTerminal(size: Size(width: 50, height: 12))
  private let plan: Plan
  private let isUsable: Bool

  init(plan: Plan, isUsable: Bool) {
    self.plan = plan
    self.isUsable = isUsable
  }

  /// The size that the window got while the process was stopped and nobody told it.
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
