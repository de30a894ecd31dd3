import RepriseCommands
import Foundation
import Inventory

nonisolated extension Vault {
  /// What the doctor finds of the keys, without making or changing any.
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
      // Somebody chose to go on without them, or they are another home's: this one never had a passphrase.
      return Finding(check: .keys, status: .note, text: text, exitCode: 0)
    }
    return Self.problem(
      "\(items), and no keys that open what is private: put \(bagFile) back from a backup")
  }

  private static func problem(_ text: String, exitCode: Int32 = 65) -> Finding {
    Finding(check: .keys, status: .problem, text: text, exitCode: exitCode)
  }
}
