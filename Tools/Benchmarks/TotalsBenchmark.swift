import Foundation
import GRDBSQLite
import Inventory

/// The cost of adding up the value of everything, compared with a plain scan of the items.
struct TotalsBenchmark {
  /// A home with an inventory in it.
  let home: String

  private var data: String { home + "/.local/share/keepsake" }

  /// How often each is measured, in turns.
  private static let rounds = 15

  /// The plain SQL query for the sum.
  ///
  /// It scans the table itself, since our own index of sums could answer it, too.
  private static let scan = """
    SELECT sum(quantity * coalesce(replacement_minor, purchase_price_minor)) FROM item NOT INDEXED
    """

  func run() throws {
    let store = try InventoryStore(directory: data)
    Report.heading("Adding up \(store.database.counts.live) items, processor time")
    let day = CalendarDate.today()
    let dearest = ItemQuery(order: .valueDescending)
    var (plain, all, places, report) = (Samples(), Samples(), Samples(), Samples())
    var (page, jump) = (Samples(), Samples())
    for _ in 0..<Self.rounds {
      plain.add(try time { try scanPlainly() })
      all.add(try time { _ = try TotalsReading(store: store).totals(of: ItemQuery()) })
      places.add(try time { _ = try TotalsReading(store: store).worth() })
      report.add(try time { _ = try TotalsReading(store: store).report(on: day) })
      page.add(try time { _ = try ItemList(store: store, query: dearest).row(at: 0) })
      jump.add(
        try time {
          let list = try ItemList(store: store, query: dearest)
          _ = try list.row(at: list.count / 2)
        })
    }
    Report.line("one plain scan of the table, sum(…)", plain.median, "ms")
    line("value of everything", all, plain)
    line("place by place, rolled up", places, plain)
    line("all figures of the reports", report, plain)
    Report.line("the first page by value", page.median, "ms")
    Report.line("a page in the middle, by value", jump.median, "ms")
  }

  private func line(_ name: String, _ samples: Samples, _ plain: Samples) {
    Report.line(name, samples.median, "ms")
    Report.ratio("of the plain scan", samples.median / plain.median, bar: "bar: 2 ×")
  }

  private func time(_ body: () throws -> Void) throws -> Double {
    let start = Processes.threadTime
    try body()
    return Processes.threadTime - start
  }

  private func scanPlainly() throws {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    let path = data + "/inventory.sqlite"
    guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK,
      sqlite3_exec(database, Self.scan, nil, nil, nil) == SQLITE_OK
    else { throw BenchmarkError("the items cannot be scanned") }
  }
}
