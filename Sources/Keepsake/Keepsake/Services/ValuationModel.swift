import Inventory
import Reprise

/// The value of everything by place.
///
/// Added up in the background when a screen needs it, and again after changes.
final class ValuationModel {
  /// The latest result; it may be based on older data until the next one arrives.
  private(set) var known: Worth?

  private let store: InventoryStore
  private let host: ApplicationReference
  private let notices: NoticeCenter
  private let navigator: Navigator

  private var running: (version: Int64, work: HeldBackWork)?

  init(
    _ store: InventoryStore, _ host: ApplicationReference, _ notices: NoticeCenter,
    _ navigator: Navigator
  ) {
    self.store = store
    self.host = host
    self.notices = notices
    self.navigator = navigator
  }

  /// Adds everything up, unless that is done or under way.
  func update() {
    let store = store
    let version = store.database.dataVersion
    guard let application = host.application, known?.dataVersion != version,
      running?.version != version
    else { return }
    running?.work.cancel()
    let work = application.performWhileVisible({ work in
      let reading = TotalsReading(store: store)
      work.onCancel { reading.cancel() }
      return try reading.worth()
    }) { [weak self] result in
      guard let self else { return }
      running = nil
      guard let worth = notices.attempt({ try result.get() }) ?? nil else { return }
      known = worth
      navigator.forEachScreen { $0.worthDidChange() }
    }
    running = (version, work)
  }
}
