import Foundation
import RepriseTesting
import Testing

/// The memory of a window with keys that the kernel may write to swap.
@Suite(.waitsForProcesses) struct SwapTests {
  private static let passphrase = "correct horse"

  private func home() throws -> Home {
    let home = try Home()
    #expect(
      try home.run(["passphrase"], input: Data("\(Self.passphrase)\n".utf8)).status == 0)
    return home
  }

  /// A mapping of a process's memory, as the kernel describes it.
  private struct Mapping {
    let head: String
    var resident = 0
    var swapped = 0
    var isLocked = false

    /// Whether it can be swapped out; file contents are read from the file again.
    var isAnonymous: Bool {
      let fields = head.split(separator: " ")
      return fields.count >= 5 && fields[1].contains("w") && fields[4] == "0"
    }
  }

  private func mappings(of process: pid_t) throws -> [Mapping] {
    var mappings: [Mapping] = []
    for line in try String(contentsOfFile: "/proc/\(process)/smaps", encoding: .utf8).split(
      separator: "\n")
    {
      let words = line.split(separator: " ")
      switch words[0] {
      case "Rss:": mappings[mappings.count - 1].resident = Int(words[1]) ?? 0
      case "Swap:": mappings[mappings.count - 1].swapped = Int(words[1]) ?? 0
      case "VmFlags:": mappings[mappings.count - 1].isLocked = words.contains("lo")
      default: if words[0].contains("-") { mappings.append(Mapping(head: String(line))) }
      }
    }
    return mappings
  }

  /// The number of locked kilobytes of a process.
  private func locked(_ process: pid_t) throws -> Int {
    let line = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      .split(separator: "\n").first { $0.hasPrefix("VmLck:") }
    return line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
  }

  /// Whether the tests' programs may lock all their memory.
  private static let mayLockAll: Bool = {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit)
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
    let privileges = line.flatMap { UInt64($0.split(separator: "\t")[1], radix: 16) } ?? 0
    return limit.rlim_cur == rlim_t.max || privileges & 1 << 14 != 0
  }()

  @Test(
    .enabled(if: mayLockAll, "locking all memory needs a privilege or no limit"))
  func windowWithAPassphraseLocksAllItsMemory() throws {
    let home = try home()
    let app = try home.launch()
    try app.unlock(with: Self.passphrase)
    try app.press(script: "<Enter>e")
    let pieces = try mappings(of: #require(app.app)).filter { $0.isAnonymous }
    #expect(pieces.contains { $0.resident > 0 })
    for piece in pieces where piece.resident + piece.swapped > 0 {
      #expect(piece.isLocked && piece.swapped == 0, "\(piece.head)")
    }
  }

  @Test func windowWithoutAPassphraseLocksOnlyKeys() throws {
    let app = try Home().open()
    #expect(try locked(#require(app.app)) < 64)
  }

  @Test(.enabled(if: getuid() == 0, "only root can drop the privilege"))
  func memoryLimitLocksOnlyKeysAndKeepsWorking() throws {
    let home = try home()
    let app = try PTYProcess(
      "/usr/bin/setpriv",
      ["--bounding-set", "-ipc_lock", "/usr/bin/prlimit", "--memlock=65536", Home.program],
      environment: ["HOME": home.path])
    try app.unlock(with: Self.passphrase)
    try app.press(script: "nGold bar")
    #expect(app.picture.text.contains("Gold bar"))
    let size = try locked(#require(app.app))
    #expect((4...64).contains(size), "\(size) kB are locked")
  }
}
