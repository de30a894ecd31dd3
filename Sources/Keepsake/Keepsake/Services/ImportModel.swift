import Foundation
import Inventory
import Observation
import Reprise

/// The import that the wizard prepares: the file, the user's choices, what was read, and the plan.
///
/// It survives a kill, and closing the wizard, until a file is imported or another one is chosen.
@Observable
final class ImportModel {
  private nonisolated static let key = "import"

  private nonisolated struct State: Codable, Equatable {
    var path = ""
    var identity: FileIdentity?
    var choices = ImportChoices()
    var reading: ImportReading?
    /// Why the file can't be read with the choices.
    var problem: String?
    var plan: ImportPlan?
    /// The lines about the last import.
    var result: [String] = []
    /// The directory where a file was chosen last.
    var directory: String?
  }

  private var state = State() {
    didSet { if state != oldValue { host.application?.setNeedsPreservation() } }
  }

  @ObservationIgnored private let host: ApplicationReference
  @ObservationIgnored private let store: InventoryStore
  @ObservationIgnored private let session: String
  @ObservationIgnored private let notices: NoticeCenter
  @ObservationIgnored private let changes: ChangeController
  /// Whether work on the file runs in the background.
  @ObservationIgnored private var isWorking = false

  init(
    _ host: ApplicationReference, _ store: InventoryStore, _ notices: NoticeCenter,
    _ changes: ChangeController
  ) {
    self.host = host
    self.store = store
    session = changes.session
    self.notices = notices
    self.changes = changes
  }

  // MARK: - Reading

  var path: String { state.path }
  var name: String { (state.path as NSString).lastPathComponent }
  var choices: ImportChoices { state.choices }
  var reading: ImportReading? { state.reading }
  var problem: String? { state.problem }
  var plan: ImportPlan? { state.plan }
  var result: [String] { state.result }
  var directory: String? { state.directory }

  /// The code of the inventory's currency.
  var currency: String { store.database.currency.code }

  /// The choice that the user has to make before the import; `nil` if none is open.
  var openQuestion: String? {
    guard let reading = state.reading else { return "the file can't be read" }
    if let problem = state.problem { return problem }
    if reading.hasAmbiguousDates { return "choose the order of day and month" }
    if reading.foreignCurrency != nil, state.choices.foreignPrices == nil {
      return "choose what happens to prices in \(reading.foreignCurrency ?? "")"
    }
    return nil
  }

  // MARK: - Changing

  /// Remembers where the user looks for files.
  func didBrowse(_ directory: String) { state.directory = directory }

  /// Reads a file, with the former choices if it is the same one.
  func begin(with path: String, over screen: ViewController, then: @escaping () -> Void) {
    let identity = FileIdentity(path: path)
    let isSame = state.path == path && state.identity == identity && state.reading != nil
    let directory = (path as NSString).deletingLastPathComponent
    guard !isSame else {
      state.directory = directory
      return then()
    }
    let former = state
    state = State(path: path, identity: identity, directory: directory)
    read(over: screen) { [weak self] in
      guard let self else { return }
      if let problem = state.problem {
        state = former
        state.directory = directory
        notices.warn(problem)
      } else {
        then()
      }
    }
  }

  /// Changes the choices and reads the file again.
  ///
  /// - Parameter forgetsColumns: Whether the file may have other columns now.
  func change(
    over screen: ViewController, forgetsColumns: Bool = false,
    _ body: (inout ImportChoices) -> Void
  ) {
    guard !isWorking else { return }
    var choices = state.choices
    body(&choices)
    if forgetsColumns { choices.targets = nil }
    guard choices != state.choices else { return }
    state.choices = choices
    state.plan = nil
    read(over: screen) {}
  }

  /// Changes what happens to rows, which needs no other reading.
  func changePlan(_ body: (inout ImportChoices) -> Void) {
    body(&state.choices)
  }

  /// Drops the plan, which no longer fits the choices.
  func forgetPlan() { state.plan = nil }

  private func read(over screen: ViewController, then: @escaping () -> Void) {
    perform("Reading \(name)", over: screen, { try $0.reading() }) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let reading):
        state.reading = reading
        state.problem = nil
      case .failure(let error):
        if let failure = error as? ImportWork.Failure { return report(failure, over: screen) }
        state.problem = notices.words(for: error)
      }
      then()
    }
  }

  // MARK: - The file

  /// Reports that the file is gone, and reads it again if it has changed.
  func checkFile(over screen: ViewController) {
    guard !isWorking, let identity = state.identity else { return }
    guard let now = FileIdentity(path: state.path) else { return report(.missing, over: screen) }
    if now != identity { report(.changed, over: screen) }
  }

  private func report(_ failure: ImportWork.Failure, over screen: ViewController) {
    switch failure {
    case .missing:
      notices.warn("“\(shortName)” is gone; your choices are kept")
    case .canceled: notices.show("Canceled: nothing was imported")
    case .changed:
      state.identity = FileIdentity(path: state.path)
      state.plan = nil
      read(over: screen) {}
      notices.warn("“\(shortName)” has changed and was read again; your choices are kept")
    }
  }

  private var shortName: String { notices.shortened(name, toLeave: 62) }

  // MARK: - Planning and importing

  /// Makes the plan, unless there is one for the present data and choices.
  func makePlanIfNeeded(over screen: ViewController) {
    guard !isWorking, state.reading != nil else { return }
    if let plan = state.plan, plan.dataVersion == store.database.dataVersion { return }
    perform("Checking \(name)", over: screen, { try $0.plan() }) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let plan): state.plan = plan
      case .failure(let failure as ImportWork.Failure): report(failure, over: screen)
      case .failure(let error): notices.warn(notices.words(for: error))
      }
    }
  }

  /// Imports the file.
  ///
  /// - Parameter then: Called if items were imported.
  func run(over screen: ViewController, then: @escaping () -> Void) {
    guard !isWorking, !changes.backgroundChanges.refusesChanges() else { return }
    let end = { [weak self] (result: Result<ImportWork.Outcome, any Error>) in
      guard let self else { return }
      isWorking = false
      switch result {
      case .success(let outcome) where outcome.problem == nil:
        state = State(result: outcome.lines, directory: state.directory)
        changes.didStore()
        then()
      case .success(let outcome):
        notices.warn(outcome.problem ?? "")
        state.plan = nil
        makePlanIfNeeded(over: screen)
      case .failure(let failure as ImportWork.Failure): report(failure, over: screen)
      case .failure(let error): notices.warn(notices.words(for: error))
      }
    }
    let work = self.work(on: store)
    let count = state.plan?.importedCount ?? 0
    if isSmall { return end(Result { try work.run() }) }
    isWorking = true
    let hasBegun = changes.backgroundChanges.begin(
      "Importing \(name)", of: count,
      { store, goOn in
        let total = Double(max(1, count))
        // The work runs on one thread.
        nonisolated(unsafe) let goOn = goOn
        nonisolated(unsafe) var share = 0.0
        return try work.with(
          store, onRows: { share = Double($0) / total }, isCanceled: { !goOn(min(1, share)) }
        ).run()
      }, didEnd: end)
    if !hasBegun { end(Result { try work.run() }) }
  }

  // MARK: - Work

  /// The size of a file up to which work on it takes no longer than a key press may.
  private var isSmall: Bool {
    let packed = ["xlsx", "zip"].contains((path as NSString).pathExtension.lowercased())
    return state.identity.map { $0.bytes <= (packed ? 24 : 128) << 10 } ?? true
  }

  private func work(on store: InventoryStore) -> ImportWork {
    ImportWork(
      store: store, session: session, path: state.path, choices: state.choices,
      identity: state.identity, onRows: { _ in }, isCanceled: { false })
  }

  /// Does work on the file: at once if it is small, otherwise in the background under a sheet.
  private func perform<Value: Sendable>(
    _ title: String, over screen: ViewController,
    _ body: @escaping @Sendable (ImportWork) throws -> Value,
    then: @escaping (Result<Value, any Error>) -> Void
  ) {
    guard !isSmall, let application = host.application,
      let second = notices.attempt({ try store.openAgain() }) ?? nil
    else { return then(Result { try body(self.work(on: store)) }) }
    let work = self.work(on: second)
    let count = state.reading?.rowCount
    isWorking = true
    application.perform { [weak self, weak screen] in
      let result: Result<Value, any Error>
      do {
        guard let screen else { throw ImportWork.Failure.canceled }
        let value = try await ProgressSheet.run(
          title, of: count == 0 ? nil : count, over: screen
        ) { progress in
          try body(
            work.with(
              second, onRows: { progress.completed($0 - progress.completedCount) },
              isCanceled: { Task.isCancelled }))
        }
        result = .success(value)
      } catch {
        result = .failure(error is CancellationError ? ImportWork.Failure.canceled : error)
      }
      self?.isWorking = false
      then(result)
    }
  }

  // MARK: - Preservation

  func encode(with coder: Coder) {
    guard state != State() else { return }
    try? coder.encode(codable: state, forKey: Self.key)
  }

  func decode(from coder: Coder) {
    guard let saved = coder.decode(State.self, forKey: Self.key) else { return }
    state = saved
  }
}
