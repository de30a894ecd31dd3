import Foundation
import RepriseTesting
import Testing

/// Two homes on one machine share an inventory with three commands.
@Suite(.waitsForProcesses) struct HouseholdCommandTests {
  private let database: TestDatabase
  private let anna: Home
  private let ben: Home

  init() throws {
    database = try TestDatabase()
    anna = try Home()
    ben = try Home(isEmpty: true)
  }

  @Test func threeCommandsShareAnInventory() throws {
    _ = try ben.run(["add", "Самовар 壶"])
    let code = try anna.found(database, as: "Анна")
    let joined = try ben.run(["household", "join"], input: Data((code + "\n").utf8))
    #expect(joined.status == 0 && joined.errors.contains("31 items now"), "\(joined.errors)")
    let status = try anna.run(["household", "status"])
    #expect(status.status == 0 && status.text.contains("everything is in sync"))
    #expect(status.errors.isEmpty, "the hints are for terminals only")
    #expect(try anna.run(["household", "--help"]).text.contains("shows the household code"))
    #expect(try anna.export() == ben.export())
    #expect(try anna.run(["list"]).text.contains("Самовар 壶"))
  }

  @Test func theFormerNameOfConflictsStillWorks() throws {
    _ = try anna.found(database, as: "Anna")
    #expect(try anna.run(["household", "undecided"]).status == 0)
    let help = try anna.run(["help", "household", "undecided"])
    #expect(help.text.contains("USAGE: keepsake household conflicts"))
  }

  @Test func joinNamesItemsWithChangedNumbers() throws {
    #expect(try anna.run(["set", "Teapot", "asset=7001"]).status == 0)
    for (name, number) in [("Самовар 壶", "7001"), ("Kettle", "7002"), ("Pan", "")] {
      #expect(try ben.run(["add", name, "asset=\(number)"]).status == 0)
    }
    let code = try anna.found(database, as: "Anna")
    let joined = try ben.run(["household", "join", code])
    let named = joined.text.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(named.map(\.first) == ["007-001"] && named.first?.last == "Самовар 壶")
    #expect(joined.errors.contains("1 item got a new number, listed above; fix its label"))
    let number = try #require(named.first?[1])
    #expect(try anna.run(["household", "status"]).status == 0)
    for home in [anna, ben] {
      #expect(try home.run(["show", "Самовар 壶"]).text.contains(number))
      #expect(try home.run(["show", "Teapot"]).text.contains("007-001"))
    }
  }

  @Test func rule_8_7_4_membersAreListedAndThisMachineIsMarked() throws {
    try ben.join(anna.found(database, as: "Анна"), as: "Ben")
    let lines = try ben.run(["household", "members"]).text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("Анна\t") == true && lines.first?.hasSuffix("\t") == true)
    #expect(lines.last?.hasPrefix("Ben\t") == true && lines.last?.hasSuffix("this one") == true)
  }

  @Test func offlineMembersAreThoseLastKnown() throws {
    try ben.join(anna.found(database, as: "Anna"), as: "Ben")
    let known = try ben.run(["household", "members"]).text
    _ = try database.server.runSQL(
      "alter database \(database.name) with allow_connections false",
      database: "postgres")
    let members = try ben.run(["household", "members"])
    #expect(members.status == 0 && members.text == known, "\(members.errors)")
    #expect(
      members.messages.count == 1 && members.errors.contains("these are the last known members"))
  }

  /// A household whose key no one has would stay on the server forever.
  @Test(.enabled(if: Home.hasKeyring, "programs may not use the kernel's keyring"))
  func householdNeedsASealableKeyBeforeCreation() throws {
    #expect(try anna.run(["passphrase"], input: Data("correct horse\n".utf8)).status == 0)
    try anna.forgetPassphrase()
    let refused = try anna.run(["household", "create", database.address])
    #expect(refused.status != 0 && refused.messages.count == 1, "\(refused.errors)")
    let tables = try database.server.runSQL(
      "select count(*) from information_schema.tables where table_schema = 'keepsake'",
      database: database.name)
    #expect(tables.trimmingCharacters(in: .whitespacesAndNewlines) == "0")
  }

  @Test(.enabled(if: Home.hasKeyring, "programs may not use the kernel's keyring"))
  func joiningRightAfterSettingAPassphraseNeedsNoWindow() throws {
    let code = try anna.found(database, as: "Anna")
    #expect(try ben.run(["passphrase"], input: Data("correct horse\n".utf8)).status == 0)
    let joined = try ben.run(["household", "join", code])
    #expect(joined.status == 0, "\(joined.errors)")
    #expect(try ben.run(["list"]).text == anna.run(["list"]).text)
  }

  @Test func emptyCodePrintsOneLine() throws {
    for input in ["\n", "  \n"] {
      let refused = try ben.run(["household", "join"], input: Data(input.utf8))
      #expect(refused.status == 65 && refused.messages.count == 1)
      #expect(refused.errors.hasPrefix("keepsake: no code was entered"), "\(refused.errors)")
    }
  }

  @Test func leavingKeepsEverything() throws {
    try ben.join(anna.found(database, as: "Anna"), as: "Ben")
    let before = try ben.export()
    #expect(try ben.run(["household", "leave"]).status == 0)
    #expect(try ben.export() == before)
    #expect(try ben.run(["household", "status"]).status == 66)
    #expect(!FileManager.default.fileExists(atPath: ben.data + "/household.key"))
    let members = try anna.run(["household", "members"]).text
    #expect(!members.contains("Ben"))
  }

  /// Outside a household, there is no place to store a second value.
  @Test func leavingRequiresResolvedConflicts() throws {
    try ben.join(anna.found(database, as: "Anna"), as: "Ben")
    for (home, name) in [(anna, "Tea pot"), (ben, "Pot for tea")] {
      #expect(try home.run(["set", "Teapot", "name=\(name)"]).status == 0)
    }
    for home in [anna, ben, anna] {
      #expect(try home.run(["household", "status"]).status == 0)
    }
    for home in [anna, ben] {
      let refused = try home.run(["household", "leave"])
      #expect(refused.status != 0 && refused.messages.count == 1, "\(refused.errors)")
      #expect(refused.errors.contains("1 item has conflicting values"))
      #expect(try home.run(["household", "status"]).status == 0, "the home is still a member")
    }
    let left = try ben.run(["household", "leave", "--regardless"])
    #expect(left.status == 0 && left.errors.contains("--regardless is now --force"))
    #expect(try ben.run(["household", "status"]).status == 66)
  }

  @Test func settingConflictKeepsBothValuesUntilResolved() throws {
    try ben.join(anna.found(database, as: "Anna"), as: "Ben")
    for (home, insurer) in [(anna, "Helvetia"), (ben, "Mobiliar")] {
      #expect(try home.run(["settings", "insurer=\(insurer)"]).status == 0)
    }
    for home in [anna, ben, anna] {
      #expect(try home.run(["household", "status"]).status == 0)
    }
    for home in [anna, ben] {
      #expect(try home.run(["household", "status"]).text.contains("keepsake household conflicts"))
      let fields = try home.run(["household", "conflicts"]).text.split(separator: "\t")
      #expect(fields.first == "setting insurer" && fields.count == 4, "\(fields)")
      #expect(Set(fields.dropFirst().prefix(2)) == ["Helvetia", "Mobiliar"])
      let refused = try home.run(["household", "leave"])
      #expect(refused.status != 0 && refused.messages.count == 1, "\(refused.errors)")
      #expect(refused.errors.contains("1 setting, place or file has conflicting values"))
    }
    #expect(try ben.run(["household", "conflicts", "--keep"]).status == 0)
    for home in [ben, anna] { #expect(try home.run(["household", "status"]).status == 0) }
    for home in [anna, ben] { #expect(try home.run(["household", "conflicts"]).text == "") }
    #expect(try anna.run(["settings"]).text == ben.run(["settings"]).text)
    #expect(try ben.run(["household", "leave"]).status == 0)
  }

  @Test func conflictsTakeUsesTheOtherValue() throws {
    try ben.join(anna.found(database, as: "Anna"), as: "Ben")
    for (home, insurer) in [(anna, "Helvetia"), (ben, "Mobiliar")] {
      #expect(try home.run(["settings", "insurer=\(insurer)"]).status == 0)
    }
    for home in [anna, ben, anna] {
      #expect(try home.run(["household", "status"]).status == 0)
    }
    let fields = try anna.run(["household", "conflicts"]).text.dropLast()
      .split(separator: "\t").map(String.init)
    let wrong = try anna.run(["household", "conflicts", "--take", "setting owner"])
    #expect(wrong.status == 66 && wrong.messages.count == 1, "\(wrong.errors)")
    #expect(try anna.run(["household", "conflicts", "--take", "x", "--keep"]).status == 64)
    let taken = try anna.run([
      "household", "conflicts", "--take", "setting insurer", "--from", fields[3],
    ])
    #expect(taken.status == 0 && taken.errors.contains(fields[2]), "\(taken.errors)")
    for home in [anna, ben] { #expect(try home.run(["household", "status"]).status == 0) }
    for home in [anna, ben] {
      #expect(try home.run(["household", "conflicts"]).text == "")
      #expect(try home.run(["settings"]).text.contains(fields[2]))
    }
    let said = try ben.run(["history"]).text
    #expect(said.contains("setting insurer\t"), "\(said)")
  }

  @Test func jsonMarksConflictingFields() throws {
    try ben.join(anna.found(database, as: "Anna"), as: "Ben")
    let before = try anna.run(["list", "--json"]).text.split(separator: "\n")
    for (home, name, price) in [(anna, "Tea pot", "12"), (ben, "Pot for tea", "13")] {
      let set = ["set", "Teapot", "name=\(name)", "price=\(price)", "field.Lid=\(name)"]
      #expect(try home.run(set).status == 0)
    }
    for home in [anna, ben, anna] {
      #expect(try home.run(["household", "status"]).status == 0)
    }
    let after = try anna.run(["list", "--json"]).text.split(separator: "\n")
    let changed = after.filter { !before.contains($0) }
    #expect(changed.count == 1 && after.count == before.count, "the others are unchanged")
    let line = try #require(changed.first)
    #expect(line.contains("\"undecided\":[\"field.Lid\",\"name\",\"purchasePrice\"]"))
    let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let number = try #require(record?["assetNumber"] as? String)
    let shown = try anna.run(["show", "--json", number]).text
    #expect(shown.contains("\"undecided\":[\"field.Lid\",\"name\",\"purchasePrice\"]"))
  }

  /// An item that a login may not see is still exchanged with its files, and stays hidden.
  @Test func hiddenItemsFilesReachTheOthers() throws {
    let code = try anna.found(database, as: "Anna")
    #expect(try anna.run(["add", "AAA film", "rating=film:FSK 16"]).status == 0)
    let file = anna.path + "/cover.txt"
    try Data("cover".utf8).write(to: URL(filePath: file))
    #expect(try anna.run(["attach", "AAA film", file]).status == 0)
    try anna.limit()
    #expect(try anna.run(["show", "AAA film"]).status == 66)
    #expect(try anna.run(["household", "status"]).status == 0)
    try ben.join(code, as: "Ben")
    #expect(try ben.run(["doctor"]).status == 0)
    #expect(!(try ben.run(["doctor"]).text.contains("missing")))
    #expect(try ben.run(["show", "AAA film"]).text.contains("cover.txt"))
  }

  @Test func restrictedLoginCannotShareTheInventory() throws {
    #expect(try anna.run(["add", "AAA film", "rating=film:FSK 16"]).status == 0)
    try anna.limit()
    let made = try anna.run(["household", "create", database.address])
    #expect(made.status == 77 && made.messages.count == 1, "\(made.errors)")
    let code = try ben.run(["household", "create", database.address])
    #expect(code.status == 0)
    let joined = try anna.run(["household", "join"], input: Data(code.text.utf8))
    #expect(joined.status == 77 && joined.messages.count == 1, "\(joined.errors)")
    // A login without hidden items may join a household.
    let third = try Home(isEmpty: true)
    try third.limit()
    try third.join(code.text.trimmingCharacters(in: .newlines), as: "Child")
  }

  @Test func incompleteCodePrintsOneLine() throws {
    let code = try anna.found(database, as: "Anna")
    for wrong in [String(code.dropLast()), String(code.dropFirst()), "x", ""] {
      let refused = try ben.run(["household", "join", wrong])
      #expect(refused.status == 65 && refused.messages.count == 1, "\(wrong): \(refused.errors)")
    }
    #expect(try ben.run(["household", "status"]).status == 66)
  }

  @Test func unreachableServerIsReportedAndChangesNothing() throws {
    let refused = try anna.run([
      "household", "create", "host=/nowhere user=anna dbname=keepsake",
    ])
    #expect(refused.status == 1 && refused.messages.count == 1)
    #expect(refused.errors.contains("cannot be reached"))
    #expect(try anna.run(["household", "status"]).status == 66)
  }

  private func backUp(_ home: Home) throws -> String {
    let saved = try home.run(["backup", home.path])
    #expect(saved.status == 0, "\(saved.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: home.path)
    return home.path + "/" + (try #require(names.first { $0.hasSuffix(".zip") }))
  }

  @Test func restoredHomeContinuesWithoutLosses() throws {
    try ben.join(anna.found(database, as: "Anna"), as: "Ben")
    let backup = try backUp(ben)
    _ = try ben.run(["add", "After the backup"])
    #expect(try ben.run(["household", "status"]).status == 0)
    #expect(try ben.run(["restore", "--force", backup]).status == 0)
    _ = try ben.run(["add", "After the restore"])
    #expect(try ben.run(["household", "status"]).status == 0)
    #expect(try anna.run(["household", "status"]).status == 0)
    for home in [anna, ben] {
      let list = try home.run(["list"]).text
      #expect(list.contains("After the backup") && list.contains("After the restore"))
    }
  }

  /// No other message reports that the others won't have the change.
  @Test func restoreReportsWaitingChanges() throws {
    try ben.join(anna.found(database, as: "Anna"), as: "Ben")
    let backup = try backUp(ben)
    for name in ["One", "Two"] { #expect(try ben.run(["add", name]).status == 0) }
    let restored = try ben.run(["restore", "--force", backup])
    #expect(restored.errors.contains("with 2 changes that the household does not have"))
    let again = try ben.run(["restore", "--force", backup])
    #expect(again.status == 0 && !again.errors.contains("household"), "\(again.errors)")
  }

  @Test func backupOnAnotherMachineMustJoinAgain() throws {
    let code = try anna.found(database, as: "Anna")
    let cleo = try Home(isEmpty: true)
    #expect(try cleo.run(["restore", "--force", backUp(anna)]).status == 0)
    let status = try cleo.run(["household", "status"])
    #expect(status.status == 66 && status.errors.contains("household join"), "\(status.errors)")
    _ = try cleo.run(["add", "On the new machine"])
    try cleo.join(code, as: "Cleo")
    _ = try anna.run(["add", "On the old one"])
    #expect(try anna.run(["household", "status"]).status == 0)
    #expect(try cleo.run(["household", "status"]).status == 0)
    #expect(try anna.export() == cleo.export())
    #expect(try anna.run(["list"]).text.contains("On the new machine"))
  }

  private func expectNoPlainKey(_ code: String) {
    for (name, data) in anna.files(under: anna.path) {
      #expect(data.range(of: Data(code.dropFirst(10).prefix(40).utf8)) == nil, "in \(name)")
      #expect(data.range(of: Data(database.address.utf8)) == nil, "in \(name)")
    }
  }

  private var keyIsBehindThePassphrase: Bool {
    get throws {
      try anna.bytes(of: anna.data + "/household.key").starts(with: Data("passphrase".utf8))
    }
  }

  @Test func rule_8_7_1_theKeyIsStoredSealedWithAndWithoutPassphrase() throws {
    let code = try anna.found(database, as: "Anna")
    expectNoPlainKey(code)
    #expect(try !keyIsBehindThePassphrase)
    let passphrase = Data("open sesame\n".utf8)
    #expect(try anna.run(["passphrase"], input: passphrase).status == 0)
    expectNoPlainKey(code)
    #expect(try keyIsBehindThePassphrase)
    #expect(try anna.run(["household", "status"]).status == 0)
    let removed = try anna.run(["passphrase", "--remove"], input: passphrase)
    #expect(removed.status == 0, "\(removed.errors)")
    #expect(try !keyIsBehindThePassphrase)
    #expect(try anna.run(["household", "status"]).status == 0)
  }
}

extension Home {
  /// Hides adult films from this login.
  fileprivate func limit() throws {
    let directory = path + "/.config/keepsake"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try "[com.apple.content-rating]\nMovieRating = 340\n".write(
      toFile: directory + "/restrictions.toml", atomically: true, encoding: .utf8)
  }
}
