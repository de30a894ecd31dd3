import RepriseTesting
import TestSupport
import Testing

/// On a busy machine, file watchers are notified long before the transaction can be read.
@Suite(.waitsForProcesses) struct SlowWriterTests {
  @Test func slowlyWrittenChangesAreSent() throws {
    try TracedApp.check()
    let (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(TestDatabase(), as: "Anna"), as: "Ben")
    let log = anna.data + "/inventory.sqlite-wal"
    // Each system call returns some time after the kernel has sent its notification.
    let app = try TracedApp(
      anna, ["-P", log, "-e", "trace=pwrite64", "-e", "inject=pwrite64:delay_exit=100000"])
    try app.process.wait(for: "30 items")
    // It is connected and has read everything.
    #expect(Rest.comes(to: app.process.descendants))
    app.process.type("nAAA kettle\u{13}")
    try app.process.wait(for: "31 items")
    #expect(try Wait.until { try ben.receives("AAA kettle") })
    withExtendedLifetime(app) {}
  }
}
