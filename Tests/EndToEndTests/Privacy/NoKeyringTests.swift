import Foundation
import PostgresSupport
import RepriseTesting
import TestSupport
import Testing

/// Without the kernel's keyring, each program needs the passphrase; windows do everything, and nothing is lost.
@Suite(.waitsForProcesses) struct NoKeyringTests {
  private static let passphrase = "correct horse"
  private let anna: Home
  private let ben: Home

  init() throws {
    (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(TestDatabase(), as: "Anna"), as: "Ben")
  }

  private func run(_ arguments: [String], on keyring: FailingKeyring) throws -> CommandResult {
    let command = keyring.words + [Home.program] + arguments
    return try Home.run(
      command[0], Array(command.dropFirst()), input: Data("\(Self.passphrase)\n".utf8),
      environment: ["HOME": ben.path, "PATH": "/usr/bin:/bin"])
  }

  private func open(on keyring: FailingKeyring) throws -> PTYProcess {
    let command = keyring.words + [Home.program]
    let window = try PTYProcess(
      command[0], Array(command.dropFirst()), environment: ["HOME": ben.path])
    try window.unlock(with: Self.passphrase)
    return window
  }

  private func annaHas(_ item: String) throws -> Bool {
    try anna.run(["household", "status"]).status == 0 && anna.run(["list"]).text.contains(item)
  }

  @Test(arguments: FailingKeyring.allCases)
  func windowsExchangeAndCommandsExplainTheMissingKeyring(keyring: FailingKeyring) throws {
    let set = try run(["passphrase"], on: keyring)
    #expect(set.status == 0, "\(set.errors)")
    let agent = try AgentProcess(ben, program: keyring.words)
    let worker = try agent.newWorker()
    #expect(try run(["add", "AAA kettle"], on: keyring).status == 0)
    let window = try open(on: keyring)
    // It sends the command's change, and receives others' changes.
    #expect(try Wait.until { try annaHas("AAA kettle") })
    try anna.addAndSend("AAA samovar")
    try window.wait(for: "32 items")
    let standing = try run(["household", "status"], on: keyring)
    #expect(standing.status == 1)
    #expect(
      standing.errors == """
        keepsake: Keepsake is locked: the passphrase was not typed since the machine started, or the kernel keeps no \
        keys; open a window of keepsake, then run this again

        """)
    try window.killEverything()
    // The agent has no key, prints nothing and does nothing; changes wait.
    #expect(try run(["add", "AAA teapot"], on: keyring).status == 0)
    #expect(Rest.comes(to: [agent.identifier, worker]))
    #expect(agent.worker == worker && agent.children.isEmpty && agent.messages.isEmpty)
    #expect(try !annaHas("AAA teapot"))
    let again = try open(on: keyring)
    #expect(again.picture.text.contains("33 items"))
    #expect(try Wait.until { try annaHas("AAA teapot") })
    #expect(try anna.export() == ben.export())
  }
}
