import Foundation
import Storage
import Synchronization

/// Runs programs one after the other, and shows what they print.
///
/// Output is plain text, of which the newest 100,000 characters are kept; Esc stops a running program, and closes the
/// screen after its end. A program that fails ends the run. The text so far is part of the saved state: after a kill it
/// is back, with a line that the run was interrupted.
///
/// ```swift
/// let step = ProgramViewController.Step(program: Subprocess(["lpr", "-P", "labels", path]))
/// present(ProgramViewController(title: "Print label", steps: [step]))
/// ```
public final class ProgramViewController: ViewController, ViewControllerRestoration {
  /// A program, and the line above its output.
  public nonisolated struct Step: Hashable, Sendable {
    /// The line above the output; empty for none.
    public var heading: String

    /// The program.
    public var program: Subprocess

    /// Makes a step.
    public init(heading: String = "", program: Subprocess) {
      self.heading = heading
      self.program = program
    }
  }

  /// Where the run is; the raw value is stored.
  private enum Phase: String {
    case waiting
    case running
    case stopping
    case ended
  }

  private let output = TextView()
  private let steps: [Step]
  private var run: ProgramRun?
  private var phase = Phase.waiting {
    didSet { if phase != oldValue { setNeedsPreservation() } }
  }

  /// The title without the progress of the run.
  private let name: String

  /// How far the run is, in words; the title names it.
  private var result = "" {
    didSet { title = result.isEmpty ? name : "\(name): \(result)" }
  }

  /// Makes a screen that runs programs once it appears.
  public init(title: String, steps: [Step]) {
    self.steps = steps
    name = title
    super.init()
    restorationIdentifier = "reprise.program"
    restorationClass = Self.self
    self.title = title
    preferredContentSize = Size(width: 96, height: 30)
    output.restorationIdentifier = "output"
    output.isEditable = false
    output.placeholder = "No output yet."
  }

  /// Makes the screen of a saved state, which runs nothing.
  public static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    ProgramViewController(title: coder.decodeString(forKey: "title") ?? "", steps: [])
  }

  public override func loadView() -> View {
    Column(padding: EdgeInsets(left: 1, right: 1)) { output.length(.fill(1)) }
  }

  public override var preferredFocusedView: View? { output }

  public override func viewWillAppear() {
    super.viewWillAppear()
    if phase == .waiting { start() }
  }

  // MARK: - Running

  private func start() {
    guard let application = window?.application else { return }
    phase = .running
    result = "running"
    let run = ProgramRun(steps)
    self.run = run
    application.perform(
      inBackground: { [weak self] work in
        run.perform(isCancelled: { work.isCancelled }) { text in
          work.report {
            self?.add(text)
            run.didShow()
          }
        }
      }
    ) { [weak self] end in
      if case .success(let words) = end { self?.finish(words) }
    }
  }

  private func add(_ text: String) {
    output.append(text)
    setNeedsPreservation()
  }

  private func finish(_ words: String) {
    phase = .ended
    run = nil
    result = words
    output.append((output.text.isEmpty || output.text.hasSuffix("\n") ? "" : "\n") + "— \(words)")
  }

  private func stop() {
    phase = .stopping
    result = "stopping"
    run?.stop()
  }

  // MARK: - Keys

  public override var actions: [Action] { programActions }

  private lazy var programActions = [
    Action(
      "program.stop", "Stop", "Esc", "^C", role: .cancel, for: self,
      enabled: { $0.phase == .running || $0.phase == .stopping }
    ) { $0.stop() }.essential(),
    Action(
      "program.close", "Close", "Esc", "^C", "q", role: .cancel, for: self,
      enabled: { $0.phase == .ended || $0.phase == .waiting }
    ) { $0.dismiss() }.essential(),
  ]

  // MARK: - Preservation

  public override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(name, forKey: "title")
    coder.encode(phase.rawValue, forKey: "phase")
    coder.encode(result, forKey: "result")
    coder.encode(output.text, forKey: "text")
  }

  public override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    output.append(coder.decodeString(forKey: "text") ?? "")
    result = coder.decodeString(forKey: "result") ?? ""
    phase = .ended
    if coder.decodeString(forKey: "phase") != Phase.ended.rawValue {
      finish("interrupted: this window ended before the program did")
    }
  }
}

/// The programs of a screen while they run, on a thread of their own.
private nonisolated final class ProgramRun: Sendable {
  private struct State {
    var output = ProgramOutput()
    var shown = ContinuousClock.now
    var isStopped = false

    /// Whether a report is not on the screen yet: a slow screen must not let reports pile up.
    var isShowing = false
  }

  /// The shortest time between two reports: output may come faster than a screen is drawn.
  private static let interval = Duration.milliseconds(250)

  private let steps: [ProgramViewController.Step]
  private let state = Mutex(State())

  init(_ steps: [ProgramViewController.Step]) {
    self.steps = steps
  }

  /// Ends the running program; no further one starts.
  func stop() { state.withLock { $0.isStopped = true } }

  /// The last report is on the screen.
  func didShow() { state.withLock { $0.isShowing = false } }

  /// Runs the programs; returns how the run ended, in words.
  func perform(isCancelled: () -> Bool, report: (String) -> Void) -> String {
    for step in steps {
      if !step.heading.isEmpty { report("▸ \(step.heading)\n") }
      let exit: Subprocess.Exit
      do throws(Subprocess.Failure) {
        exit = try step.program.run(isCancelled: {
          if let news = takeNews() { report(news) }
          return isCancelled() || state.withLock(\.isStopped)
        }) { bytes in
          let part = Array(bytes)
          state.withLock { $0.output.append(part) }
        }
      } catch {
        return "not started: \(error)"
      }
      let rest = state.withLock { $0.output.takeNews(isLast: true) }
      if !rest.isEmpty { report(rest) }
      if state.withLock(\.isStopped) { return "stopped" }
      if !exit.isSuccess { return "\(exit)" }
    }
    return "done"
  }

  /// The output since the last report, if that is a while ago.
  private func takeNews() -> String? {
    state.withLock { state in
      guard !state.isShowing, ContinuousClock.now - state.shown >= Self.interval else {
        return nil
      }
      let news = state.output.takeNews()
      guard !news.isEmpty else { return nil }
      (state.shown, state.isShowing) = (.now, true)
      return news
    }
  }
}
