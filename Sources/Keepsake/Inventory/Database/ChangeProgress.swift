/// The progress of a large change, reported to a closure that can cancel it.
struct ChangeProgress {
  /// Thrown when the change is cancelled.
  struct GivenUp: Error {}

  /// The number of rows in one statement, during which nothing is reported.
  static let slice = 2000

  private var total = 0
  private var done = 0
  private var told = 0
  private var goOn: (Double) -> Bool = { _ in true }

  /// Progress that nobody wants to know.
  init() {}

  /// Progress towards a number of rows.
  ///
  /// - Parameter goOn: Called with the share done, from 0 to 1; returns whether to continue.
  init(total: Int, while goOn: @escaping (Double) -> Bool) {
    self.total = max(1, total)
    self.goOn = goOn
  }

  /// Counts rows that are done.
  ///
  /// - Throws: `GivenUp` when the change is cancelled.
  mutating func advance(by count: Int) throws {
    done += count
    guard done - told >= Self.slice / 4 else { return }
    told = done
    guard goOn(min(1, Double(done) / Double(total))) else { throw GivenUp() }
  }
}
