/// What a check of the data found.
package struct Finding: Hashable, Codable, Sendable {
  /// What was looked at.
  package enum Check: String, Codable, Sendable, CaseIterable {
    case permissions, inventory, counts, search, drafts, attachments, space, place, backup
  }

  /// How it is.
  package enum Status: String, Codable, Sendable {
    case ok
    /// Worth knowing; nothing is wrong with the data.
    case note
    case problem
  }

  package var check: Check
  package var status: Status
  /// One line: what is so, and what to do where something is wrong.
  package var text: String
  /// The exit status that the problem asks for; 0 where there is none.
  package var exitCode: Int32

  static func ok(_ check: Check, _ text: String) -> Finding {
    Finding(check: check, status: .ok, text: text, exitCode: 0)
  }

  static func note(_ check: Check, _ text: String) -> Finding {
    Finding(check: check, status: .note, text: text, exitCode: 0)
  }

  static func problem(_ check: Check, _ error: InventoryError) -> Finding {
    Finding(check: check, status: .problem, text: error.message, exitCode: error.exitCode)
  }
}
