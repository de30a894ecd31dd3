import Inventory
import Reprise

/// The value of everything by place.
///
/// Added up in the background when a screen needs it, and again after changes.
final class ValuationModel {
  /// The latest result, which may be of older data until the next one is there.
  private(set) var known: Worth?

  /// Called when the result changes.
  var didChange: () -> Void = {}

  private var running: (version: Int64, work: HeldBackWork)?

  /// Adds everything up, unless that is done or under way.
  func update(in context: AppContext) {
    let store = context.store
    let version = store.database.dataVersion
    guard let application = context.application, known?.dataVersion != version,
      running?.version != version
    else { return }
    running?.work.cancel()
    let work = application.performWhileVisible({ work in
      let reading = TotalsReading(store: store)
      work.onCancel { reading.cancel() }
      return try reading.worth()
    }) { [weak self, weak context] result in
      guard let self else { return }
      running = nil
      guard let worth = context?.attempt({ try result.get() }) ?? nil else { return }
      known = worth
      didChange()
    }
    running = (version, work)
  }
}
