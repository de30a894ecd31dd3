/// How far a change of many rows is, told to somebody who may give it up.
struct ChangeProgress {
  /// Thrown when it is given up.
  struct GivenUp: Error {}

  /// Rows of one statement, between which nobody hears anything.
  static let slice = 2000

  private var total = 0
  private var done = 0
  private var told = 0
  private var goOn: (Double) -> Bool = { _ in true }

  /// Progress that nobody asked for.
  init() {}

  /// Progress towards a number of rows.
  ///
  /// - Parameter goOn: told the share that is done, from 0 to 1; answers whether to go on.
  init(total: Int, while goOn: @escaping (Double) -> Bool) {
    self.total = max(1, total)
    self.goOn = goOn
  }

  /// Takes note of rows that are done.
  ///
  /// - Throws: `GivenUp`.
  mutating func advance(by count: Int) throws {
    done += count
    guard done - told >= Self.slice / 4 else { return }
    told = done
    guard goOn(min(1, Double(done) / Double(total))) else { throw GivenUp() }
  }
}
