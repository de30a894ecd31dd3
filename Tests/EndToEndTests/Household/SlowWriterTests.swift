import RepriseTesting
import TestSupport
import Testing

/// Who watches the inventory hears of a transaction before it can be read: on a busy machine long before.
@Suite(.waitsForProcesses) struct SlowWriterTests {
  @Test func whatAWindowWritesSlowlyIsSent() throws {
    try TracedApp.check()
    let (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(TestDatabase(), as: "Anna"), as: "Ben")
    let log = anna.data + "/inventory.sqlite-wal"
    // Each call comes back a while after the kernel has told of it.
    let app = try TracedApp(
      anna, ["-P", log, "-e", "trace=pwrite64", "-e", "inject=pwrite64:delay_exit=100000"])
    try app.process.wait(for: "30 items")
    // Its line is open and has looked at everything.
    #expect(Rest.comes(to: app.process.descendants))
    app.process.type("nAAA kettle\u{13}")
    try app.process.wait(for: "31 items")
    #expect(try Wait.until { try ben.receives("AAA kettle") })
    withExtendedLifetime(app) {}
  }
}
