import Foundation
import Inventory
import Preservation
import Reprise
import RepriseCommands
import RepriseSecurity
import Storage

/// The keys for private content, stored with the data so that a backup of the directory contains them, too.
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
  /// The file of the machine's key, which wraps keys that are needed before the passphrase is typed.
  var machineKey: String { paths.data + "/machine.key" }

  /// Whether there is a passphrase.
  var exists: Bool { Self.hasKeys(in: paths.data) }

  /// Whether there is a passphrase for a directory of data.
  static func hasKeys(in data: String) -> Bool { access(data + bag, F_OK) == 0 }

  /// The file with the keys of the passphrase forgotten last, if any.
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

  /// Removes the keys for good, in one step: a kill leaves either all keys or none.
  ///
  /// - Throws: An error if a window has opened, since it may have read the keys.
  func remove(ifAlone isAlone: () -> Bool) throws {
    let gone = bagFile + ".gone"
    try takeOut(to: gone, ifAlone: isAlone)
    for file in [gone, machineKey, bagFile + ".attempts"] { unlink(file) }
  }

  /// Starts counting wrong passphrases for keys restored from a backup.
  func startCounting() throws {
    if exists { try KeyBag.startCounting(at: bagFile) }
  }

  /// Sets the keys aside so that they can be put back later.
  ///
  /// The file with the highest number has the keys that were set aside last.
  ///
  /// - Returns: The file with the keys.
  /// - Throws: An error if a window has opened, since it may have read the keys.
  func putAside(ifAlone isAlone: () -> Bool) throws -> String {
    let places = Self.placesAside(bagFile)
    let next = places.lastIndex { access($0, F_OK) == 0 }.map { $0 + 1 } ?? 0
    guard next < places.count else { throw StateError.unwritable(bagFile) }
    try takeOut(to: places[next], ifAlone: isAlone)
    return places[next]
  }

  /// Puts back the keys that were forgotten last, and sets the current ones aside.
  ///
  /// After a kill in between, both are set aside, and the next call puts the previously current keys back first.
  ///
  /// - Returns: The file of the keys that were current; `nil` if there were none.
  /// - Throws: An error if a window has opened.
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

  /// Why the keys can't be removed now.
  static let isOpen = UsageFailure(
    status: .locked, message: "a window is open: close all windows first; nothing has changed")
}

nonisolated extension Vault {
  /// The doctor's finding about the keys, without making or changing any.
  ///
  /// - Parameter privateItems: How many items are sealed.
  func finding(privateItems: Int) -> Finding {
    guard exists else { return findingWithoutKeys(privateItems) }
    // Opening the keys would create a new machine key.
    guard hasMachineKey else {
      // This is the case after a restore.
      let text =
        "\(machineKey) is missing: type the passphrase in a window to create a new one; "
        + "private items open as before"
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
      "\(items), but no keys to open them: restore \(bagFile) from a backup")
  }

  private static func problem(_ text: String, exitCode: Int32 = 65) -> Finding {
    Finding(check: .keys, status: .problem, text: text, exitCode: exitCode)
  }
}
