import Inventory
import Reprise

/// What everything is worth, place by place; added up beside the interface when a screen that shows it
/// asks, and anew when the data changed.
final class WorthDesk {
  /// The last answer; of data before the last change perhaps, until there is a newer one.
  private(set) var known: Worth?

  /// Called when there is another answer.
  var didChange: () -> Void = {}

  private var running: (version: Int64, work: HeldBackWork)?

  /// Has everything added up, unless that is done or being done.
  func update(in context: AppContext) {
    let store = context.store
    let version = store.dataVersion
    guard let application = context.application, known?.dataVersion != version,
      running?.version != version
    else { return }
    running?.work.cancel()
    let work = application.performWhileActive({ work in
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
