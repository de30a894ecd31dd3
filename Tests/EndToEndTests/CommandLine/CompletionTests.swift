import Foundation
import Reprise
import RepriseTesting
import Testing

/// Tab in a real shell completes names from the inventory.
@Suite @MainActor struct CompletionTests {
  private let home: Home
  private let shell: PTYProcess

  init() throws {
    home = try Home()
    #expect(try home.run(["add", "Самовар", "place=Home / Dacha", "tags=brass"]).status == 0)
    let program = URL(filePath: Home.program).deletingLastPathComponent().path
    shell = try PTYProcess(
      "/bin/bash", ["--norc", "--noprofile", "-i"],
      environment: [
        "PS1": "ready$ ", "HISTFILE": "/dev/null", "HOME": home.path, "LC_ALL": "C.UTF-8",
        "PATH": "\(program):/usr/bin:/bin",
      ], size: Size(width: 100, height: 24))
    try shell.wait(for: "ready$")
    shell.type("eval \"$(keepsake --generate-completion-script bash)\"; clear\n")
    try shell.wait { $0.text == "ready$" }
  }

  @Test(arguments: [
    ("keepsake show Moka", "keepsake show Moka\\ pot"),
    ("keepsake show Сам", "keepsake show Самовар"),
    ("keepsake set 1 pur", "keepsake set 1 purchase-"),
    ("keepsake add Kettle place=Home\\ /\\ D", "keepsake add Kettle place=Home\\ /\\ Dacha"),
    ("keepsake set Drill tags=br", "keepsake set Drill tags=brass"),
    ("keepsake list Dac", "keepsake list Dacha"),
    ("keepsake household con", "keepsake household conflicts"),
  ])
  func tabCompletes(_ typed: String, to wanted: String) throws {
    shell.type(typed + "\t")
    try shell.wait(timeout: .seconds(30)) { $0.text.contains("ready$ " + wanted) }
  }

  @Test func withoutAnInventoryNothingIsOfferedAndNothingIsCreated() throws {
    let empty = try Home(isEmpty: true)
    let result = try empty.run(["---completion", "show", "--", "item", "0", "0", "Mo"])
    #expect(result.text.isEmpty && result.errors.isEmpty, "\(result.text)\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: empty.data + "/inventory.sqlite"))
  }
}
