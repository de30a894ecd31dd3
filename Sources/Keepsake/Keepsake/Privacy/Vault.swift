import Foundation
import Inventory
import Preservation
import Reprise
import RepriseCommands
import RepriseSecurity
import Storage

/// Where the keys of what is private lie: with the data, so that a backup of the directory has them, too.
nonisolated struct Vault {
  private let paths: AppDirectories

  /// The vault of a login.
  init(_ paths: AppDirectories) {
    self.paths = paths
  }

  private static let bag = "/keys.bag"

  /// The directory of the data.
  var directory: String { paths.data }
  /// The file of the keys.
  var bagFile: String { paths.data + Self.bag }
  /// The file of the machine's key, which wraps what has to be there before anybody types the passphrase.
  var machineKey: String { paths.data + "/machine.key" }

  /// Whether there is a passphrase.
  var exists: Bool { Self.hasKeys(in: paths.data) }

  /// Whether there is a passphrase for a directory of data.
  static func hasKeys(in data: String) -> Bool { access(data + bag, F_OK) == 0 }

  /// Where the keys of the passphrase that was forgotten last lie; `nil` if none was.
  static func forgottenKeys(in data: String) -> String? {
    placesAside(data + bag).last { access($0, F_OK) == 0 }
  }

  private static func placesAside(_ bagFile: String) -> [String] {
    (1...999).map { "\(bagFile).forgotten-\($0)" }
  }

  /// The keys, locked; `nil` without a passphrase.
  ///
  /// - Throws: `ProtectionError`.
  func open() throws -> KeyBag? {
    exists ? try KeyBag(path: bagFile, machineKey: machineKey) : nil
  }

  /// Makes keys under the first passphrase.
  ///
  /// - Throws: `ProtectionError`, or `StateError` where the directory cannot be made.
  func make(_ passphrase: Passphrase) throws {
    _ = try paths.makeData()
    _ = try KeyBag.make(at: bagFile, machineKey: machineKey, passphrase: passphrase)
  }

  /// Takes the keys away for good, unless a window has come that may have read them.
  ///
  /// They go in one step, so a kill leaves a passphrase or none.
  func remove(ifAlone isAlone: () -> Bool) throws {
    let gone = bagFile + ".gone"
    try takeOut(to: gone, ifAlone: isAlone)
    for file in [gone, machineKey, bagFile + ".attempts"] { unlink(file) }
  }

  /// Starts to count wrong passphrases for keys that a backup brought back.
  func startCounting() throws {
    if exists { try KeyBag.startCounting(at: bagFile) }
  }

  /// Puts the keys aside, from where they can be put back, unless a window has opened that may have
  /// read them.
  ///
  /// They get the highest number, so those with the highest one are those that were forgotten last.
  ///
  /// - Returns: Where they lie.
  func putAside(ifAlone isAlone: () -> Bool) throws -> String {
    let places = Self.placesAside(bagFile)
    let next = places.lastIndex { access($0, F_OK) == 0 }.map { $0 + 1 } ?? 0
    guard next < places.count else { throw StateError.unwritable(bagFile) }
    try takeOut(to: places[next], ifAlone: isAlone)
    return places[next]
  }

  /// Puts the keys back that were forgotten last, unless a window has come, and those that are there aside.
  ///
  /// After a kill in between both are put aside, and the next call puts the previous keys back
  /// first.
  ///
  /// - Returns: Where those lie that were there; `nil` if there were none.
  func putBack(ifAlone isAlone: () -> Bool) throws -> String? {
    guard let forgotten = Self.forgottenKeys(in: paths.data) else {
      throw StateError.unwritable(bagFile)
    }
    let aside = exists ? try putAside(ifAlone: isAlone) : nil
    let code = renameToNew(forgotten, bagFile)
    guard code == 0, isAlone() else {
      if code == 0 { _ = renameToNew(bagFile, forgotten) }
      if let aside { _ = renameToNew(aside, bagFile) }
      throw code == 0 ? Self.isOpen as any Error : StateError.unwritable(bagFile)
    }
    return aside
  }

  private func takeOut(to place: String, ifAlone isAlone: () -> Bool) throws {
    guard rename(bagFile, place) == 0 else { throw StateError.unwritable(bagFile) }
    guard isAlone() else {
      rename(place, bagFile)
      throw Self.isOpen
    }
  }

  /// Why the keys cannot go now.
  static let isOpen = UsageFailure(
    status: .locked, message: "a window is open: close every window first; nothing has changed")
}

nonisolated extension Vault {
  /// The doctor's finding about the keys, without making or changing any.
  ///
  /// - Parameter privateItems: How many items are sealed.
  func finding(privateItems: Int) -> Finding {
    guard exists else { return findingWithoutKeys(privateItems) }
    // To open the keys would make another key of the machine.
    guard hasMachineKey else {
      // So it is after a restore.
      let text =
        "\(machineKey) is missing: another is made, and what is private opens as before once "
        + "somebody types the passphrase in a window"
      return Finding(check: .keys, status: .note, text: text, exitCode: 0)
    }
    do {
      _ = try open()
    } catch {
      let failure = Console.describe(error)
      return Self.problem(failure.message, exitCode: failure.status.rawValue)
    }
    return Finding(check: .keys, status: .ok, text: "sound", exitCode: 0)
  }

  private var hasMachineKey: Bool { access(machineKey, F_OK) == 0 }

  private func findingWithoutKeys(_ count: Int) -> Finding {
    guard count > 0 else {
      return Finding(check: .keys, status: .ok, text: "there is no passphrase", exitCode: 0)
    }
    let items = Figures.count(count, "private item", "private items")
    let text = "\(items), \(SealedWords.inWindow(of: directory))"
    guard Self.forgottenKeys(in: directory) == nil, hasMachineKey else {
      // The person chose to continue without them, or they belong to another home: this one never
      // had a passphrase.
      return Finding(check: .keys, status: .note, text: text, exitCode: 0)
    }
    return Self.problem(
      "\(items), and no keys that open what is private: put \(bagFile) back from a backup")
  }

  private static func problem(_ text: String, exitCode: Int32 = 65) -> Finding {
    Finding(check: .keys, status: .problem, text: text, exitCode: exitCode)
  }
}
