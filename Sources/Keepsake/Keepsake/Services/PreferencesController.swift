import Inventory
import Reprise

/// Applies the person's preferences files, and follows them while the app runs.
final class PreferencesController {
  /// The contents of the files.
  private(set) var personal = PersonalPreferences()

  /// The format of numbers and dates: the locale's, with the user's preferences.
  private(set) var customs: LocaleFormat

  /// Today.
  let today: () -> CalendarDate

  private let files: [String]
  private let locale: LocaleFormat
  private let store: InventoryStore
  private let session: String
  private let isDemo: Bool
  private let host: ApplicationReference
  private let notices: NoticeCenter
  private let updater: ScreenUpdater

  /// The problems of the files that were reported, in one line; saved, so that a restart doesn't repeat them.
  private var reported: String? {
    didSet { if reported != oldValue { host.application?.setNeedsPreservation() } }
  }

  init(
    _ configuration: AppContext.Configuration, _ store: InventoryStore,
    _ host: ApplicationReference, _ notices: NoticeCenter, _ updater: ScreenUpdater
  ) {
    files = configuration.preferencesFiles
    locale = configuration.locale
    customs = configuration.locale
    today = configuration.today
    session = configuration.session
    isDemo = configuration.isDemo
    self.store = store
    self.host = host
    self.notices = notices
    self.updater = updater
  }

  /// The files, for the system to watch: those of the preferences and of the theme that they choose.
  var watchedFiles: [String] { files + personal.themeFiles }

  /// The rules for parsing what a person types.
  var reading: FieldReading {
    var reading = FieldReading(
      currency: store.database.currency, customs: customs, clock: DateClock(today: today()))
    reading.ratings = store.database.limits.ratings
    return reading
  }

  /// Reads and applies the files.
  ///
  /// - Returns: Whether their content has changed.
  @discardableResult
  func read() -> Bool {
    guard !files.isEmpty else { return false }
    let read = PersonalPreferences(files: files, formerTheme: personal.theme)
    guard read != personal else { return false }
    let themeFiles = personal.themeFiles
    personal = read
    customs = read.customs(over: locale)
    guard let application = host.application else { return true }
    application.window.noticePlaces = read.noticePlaces
    if read.resizesTerminal { application.mayResizeTerminal = true }
    application.keyOverrides = read.keys
    application.preferredTheme = read.theme
    if read.themeFiles != themeFiles, application.systemFiles.configuration.starts(with: files) {
      let others = application.systemFiles.configuration.dropFirst(files.count + themeFiles.count)
      application.systemFiles.configuration = watchedFiles + others
    }
    application.protectedDataLockDelay = read.lockAfter.map { .seconds(60 * $0) }
    application.locksProtectedDataWhenAway = read.locksWhenAway
    return true
  }

  /// Reads the files again after a change, and updates everything accordingly.
  func takeOver() {
    let before = (personal: personal, customs: customs, currency: store.database.currency)
    guard read() else { return }
    if before.personal.currency != personal.currency { takeOverCurrency() }
    if before.customs != customs || before.currency != store.database.currency {
      updater.showData()
    }
    reportProblems()
  }

  private func takeOverCurrency() {
    guard !isDemo, let currency = personal.currency else { return }
    _ = notices.attempt { try store.settings.prefer(currency, session: session) }
    if let currencyAdvice { notices.warn(currencyAdvice) }
  }

  private var currencyAdvice: String? {
    isDemo ? nil : personal.advice(onCurrency: store.database.currency)
  }

  // MARK: - Problems

  /// Reports in a line what is ignored in the files, unless that was reported before; withdraws the line once
  /// they are corrected.
  func reportProblems() {
    let line = personal.line
    defer { reported = line }
    notices.withdraw(about: watchedFiles, unless: [line, currencyAdvice])
    if let line, line != reported { notices.warn(line) }
  }

  /// Lets the next launch report the problems again.
  func forgetReportedProblems() { reported = nil }

  func encode(with coder: Coder) { coder.encode(reported, forKey: "saidOfPreferences") }

  func decode(from coder: Coder) { reported = coder.decodeString(forKey: "saidOfPreferences") }
}
