import Inventory
import Terminal

/// The interface's words for what two homes wrote at the same time of anything but an item.
nonisolated enum UndecidedWords {
  /// The most columns of a value.
  private static let width = 40

  /// The value that is not shown, after what it is of: `Ben (laptop) has “Board”`.
  static func line(_ value: UndecidedRow) -> String {
    let who = value.deviceName.isEmpty ? "another home" : value.deviceName
    return "\(who) has \(self.value(value.other))"
  }

  /// A value in quotation marks; `nothing` for none.
  static func value(_ text: String?) -> String {
    guard let text, !text.isEmpty else { return "nothing" }
    return "“\(CellText(text, width: width).string)”"
  }
}
