import Inventory
import Reprise

/// Follows the person's preferences while the app runs.
extension AppContext {
  /// The rules for parsing what a person types.
  var reading: FieldReading {
    var reading = FieldReading(
      currency: store.database.currency, customs: customs, clock: DateClock(today: today()))
    reading.ratings = store.database.guide.table
    return reading
  }

  /// Shows everything as the preferences want it by now, where the person is.
  func takeOverPreferences() {
    let before = (personal: personal, customs: customs, currency: store.database.currency)
    guard readPreferences() else { return }
    if before.personal.pictureGraphics != personal.pictureGraphics { applyPictureGraphicsAgain() }
    if before.personal.currency != personal.currency { takeOverCurrency() }
    if before.customs != customs || before.currency != store.database.currency { showData() }
    sayWhatIsWrongWithPreferences()
  }

  private func takeOverCurrency() {
    guard !isDemo, let currency = personal.currency else { return }
    _ = attempt { try store.settings.prefer(currency, session: session) }
    if let adviceOnCurrency { problem(adviceOnCurrency) }
  }

  private var adviceOnCurrency: String? {
    isDemo ? nil : personal.advice(onCurrency: store.database.currency)
  }

  /// Says in a line what does not count in the preferences, unless that was said before; what is mended is not said any more.
  func sayWhatIsWrongWithPreferences() {
    let line = personal.line
    defer { saidOfPreferences = line }
    withdrawNotice(of: preferencesFiles, unless: [line, adviceOnCurrency])
    if let line, line != saidOfPreferences { problem(line) }
  }
}
