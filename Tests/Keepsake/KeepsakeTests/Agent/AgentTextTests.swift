import Foundation
import RepriseSecurity
import Sync
import Testing

@testable import Keepsake

/// The agent's unit files, stored state, and notifications.
@Suite struct AgentTextTests {
  private func unit(hasCommand: Bool = false) -> AgentUnit {
    AgentUnit(
      program: "/opt/my \"keep\" 100%/$x\\keepsake", variables: ["XDG_DATA_HOME": "/d $1"],
      hasCommand: hasCommand)
  }

  @Test func rule_8_8_2_theUnitNamesTheProgramWhateverItsPath() {
    let lines = unit().systemd.split(separator: "\n")
    #expect(lines.contains("Type=exec") && lines.contains("Restart=on-failure"))
    #expect(lines.contains("WantedBy=default.target") && lines.contains("NoNewPrivileges=yes"))
    #expect(lines.contains(#"ExecStart="/opt/my \"keep\" 100%%/$$x\\keepsake" agent"#))
    #expect(lines.contains(#"Environment="XDG_DATA_HOME=/d $1""#))
  }

  @Test func theUsersNotifyCommandKeepsItsPrivileges() {
    #expect(!unit(hasCommand: true).systemd.contains("NoNewPrivileges"))
  }

  @Test func theDesktopEntryQuotesTwice() {
    let lines = unit().autostart.split(separator: "\n")
    #expect(lines.contains(#"Exec="/opt/my \\"keep\\" 100%%/\\$x\\\\keepsake" agent"#))
  }

  @Test func theConfigurationChoosesTheNotifier() throws {
    func way(_ text: String, _ variables: [String: String] = [:]) throws -> Notifier.Way {
      let file = NSTemporaryDirectory() + "config-\(UUID().uuidString).toml"
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      defer { unlink(file) }
      return Notifier.way(PersonalPreferences(files: [file]), variables)
    }
    let desktop = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"]
    #expect(try way("") == .nobody)
    #expect(try way("", desktop) == .desktop)
    #expect(try way("notify = \"none\"", desktop) == .nobody)
    #expect(try way("notify-command = [\"mail\", \"a b\"]", desktop) == .command(["mail", "a b"]))
    #expect(try way("notify-command = [\"mail\"]\nnotify = \"none\"") == .nobody)
    #expect(try way("notify-command = \"mail\"") == .nobody)
    #expect(try way("notify-command = []") == .nobody)
  }

  @Test func aSoundIsAPathOrEmpty() throws {
    func read(_ text: String) throws -> (sound: String?, problem: String?) {
      let file = NSTemporaryDirectory() + "config-\(UUID().uuidString).toml"
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      defer { unlink(file) }
      let found = PersonalPreferences(files: [file])
      return (found.notifySound, found.problems.first.map { "\($0)" })
    }
    #expect(try read("notify-sound = \"/a/bell.oga\"") == ("/a/bell.oga", nil))
    #expect(try read("notify-sound = \"\"") == (nil, nil))
    let wrong = try read("notify-sound = \"bell.oga\"")
    #expect(wrong.sound == nil)
    #expect(wrong.problem?.contains("“notify-sound” must be the path of a sound") == true)
  }

  @Test func theStoredStateIsPrivateAndDamageIsTolerated() throws {
    let directory = NSTemporaryDirectory() + "memory-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let file = directory + "/state/agent.json"
    var memory = AgentMemory()
    memory.household = "h"
    memory.told = 7
    memory.warranties = ["a": "2026-12-01"]
    try memory.store(in: file)
    #expect(AgentMemory(file: file) == memory)
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
    for damage in ["", "{", "[]", "{\"told\": \"x\"}", String(repeating: "x", count: 2 << 20)] {
      try damage.write(toFile: file, atomically: true, encoding: .utf8)
      #expect(AgentMemory(file: file) == AgentMemory())
    }
    unlink(file)
    mkfifo(file, 0o600)
    #expect(AgentMemory(file: file) == AgentMemory())
  }

  /// The state is sealed with the machine's key (class *none*), so it needs no passphrase.
  @Test func withAPassphraseTheStoredStateIsSealed() throws {
    let directory = NSTemporaryDirectory() + "memory-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let (file, bag) = (directory + "/state/agent.json", directory + "/keys.bag")
    var memory = AgentMemory()
    memory.warranties = ["a": "2026-12-01"]
    try memory.store(in: file)
    _ = try KeyBag.make(
      at: bag, machineKey: directory + "/machine.key", passphrase: Passphrase("correct horse"))
    let locked = try KeyBag(path: bag, machineKey: directory + "/machine.key")
    // A file stored before the passphrase was set can still be read.
    #expect(AgentMemory(file: file, keys: locked) == memory)
    memory.told = 7
    try memory.store(in: file, keys: locked)
    #expect(AgentMemory(file: file, keys: locked) == memory)
    #expect(AgentMemory(file: file) == AgentMemory())
    #expect(try locked.protection(of: file) == ProtectionClass.none)
    #expect(!locked.isUnlocked)
    // On another machine the old state is lost, and new state is stored.
    unlink(directory + "/machine.key")
    let moved = try KeyBag(path: bag, machineKey: directory + "/machine.key")
    #expect(AgentMemory(file: file, keys: moved) == AgentMemory())
    try memory.store(in: file, keys: moved)
    #expect(AgentMemory(file: file, keys: moved) == memory)
  }
}
