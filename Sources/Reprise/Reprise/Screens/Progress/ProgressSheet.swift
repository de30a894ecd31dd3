/// Shows the progress of work that takes longer than 0.3 seconds, and lets the user cancel it with Esc.
///
/// ```swift
/// try await ProgressSheet.run("Moving items", of: items.count, over: self) { progress in
///   for item in items {
///     try Task.checkCancellation()
///     try store.move(item)
///     progress.completed()
///   }
/// }
/// ```
///
/// A sheet that is on the screen keeps keys from the screens below it, which shows that they wait. Quick work shows
/// none, so nothing flashes. The bar moves only as far as the work does.
///
/// The sheet is never part of the state, since a kill ends the work: the next launch shows the screen below. The stored
/// data must make sense at every moment, so do the work in one transaction, or in steps that can be repeated.
public final class ProgressSheet: ViewController {
  /// The time after which work is slow enough for a sheet.
  private static let delay = Duration.milliseconds(300)

  /// The time between two looks at the progress.
  private static let period = Duration.milliseconds(100)

  private let progress: WorkProgress
  private let content = ProgressSheetView()
  private let cancelWork: () -> Void
  private let now: () -> ContinuousClock.Instant
  private let start: ContinuousClock.Instant
  private var isCancelled = false

  /// The next look at the progress, or the presentation of the sheet.
  private var nextLook: DelayedCall?

  /// Does work on a thread of its own, with a sheet from 0.3 seconds on.
  ///
  /// Esc and a cancelled caller cancel the task of the work: it should call `Task.checkCancellation()` now and then. The
  /// sheet stays until the work has ended. The work runs with a lower priority than the interface; what it does on the main
  /// actor, such as showing a first result, is drawn like any other change.
  ///
  /// Call it from ``Application/perform(_:)``.
  ///
  /// - Parameters:
  ///   - title: What is being done, such as “Moving items”.
  ///   - total: The number of parts that the work will report; `nil` if it is unknown.
  ///   - screen: The sheet is presented over this screen, or what it presents. Without a window there is no sheet.
  ///   - work: Does the work, and reports to its argument.
  /// - Returns: The result of the work.
  /// - Throws: The error of the work; `CancellationError` if it ended because it was cancelled.
  @discardableResult
  public static func run<Value: Sendable>(
    _ title: String, of total: Int? = nil, over screen: ViewController,
    _ work: @escaping @Sendable (WorkProgress) async throws -> Value
  ) async throws -> Value {
    let progress = WorkProgress(total: total)
    guard let application = screen.window?.application else { return try await work(progress) }
    let task = application.backgroundWork.begin { try await work(progress) }
    let sheet = ProgressSheet(progress, in: application) { task.cancel() }
    sheet.title = title
    sheet.presentLater(over: screen, in: application)
    defer {
      sheet.end()
      application.backgroundWork.end(task)
    }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private init(
    _ progress: WorkProgress, in application: Application, cancelWork: @escaping () -> Void
  ) {
    self.progress = progress
    self.cancelWork = cancelWork
    now = application.eventLoop.now
    start = now()
    super.init()
    isModalInPresentation = true
    fitsContentSize = true
  }

  public override func loadView() -> View { content }

  public override var actions: [Action] { [cancelAction] }

  private lazy var cancelAction = Action(
    "progress.cancel", "Cancel", "Esc", "^C", role: .cancel, for: self,
    enabled: { !$0.isCancelled }
  ) { $0.cancel() }

  private func cancel() {
    isCancelled = true
    cancelWork()
    showProgress()
  }

  // MARK: - On the clock of the app

  private func presentLater(over screen: ViewController, in application: Application) {
    nextLook = application.perform(after: Self.delay) {
      [weak self, weak screen, weak application] in
      guard let self, let screen, let application, screen.window != nil else { return }
      screen.presentationContext.frontPresented.present(self)
      follow(in: application)
    }
  }

  /// Shows the progress now and from time to time.
  private func follow(in application: Application) {
    showProgress()
    nextLook = application.perform(after: Self.period) { [weak self, weak application] in
      guard let self, let application else { return }
      follow(in: application)
    }
  }

  private func showProgress() {
    content.show(
      ProgressText(
        completed: progress.completedCount, total: progress.totalCount,
        elapsed: start.duration(to: now())),
      remark: isCancelled ? "Canceling…" : nil)
  }

  private func end() {
    nextLook?.cancel()
    presentingViewController?.dismiss()
  }
}
