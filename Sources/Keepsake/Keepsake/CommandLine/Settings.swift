import RepriseCommands
import ArgumentParser
import Inventory

/// `keepsake settings`: prints or changes the settings of the inventory.
struct Settings: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print or change currency, owner, policy and how pictures are shown.",
    discussion: """
      Settings: \(InventorySetting.allCases.map(\.rawValue).joined(separator: ", ")). Changing \
      the currency keeps all amounts: nothing is converted.

      config.toml, a file that you write (`keepsake paths` prints its path), sets how this login shows every inventory: \
      theme, currency (only used while the inventory is empty), language, number-format, date-format, date-order, \
      picture-graphics, notify, notify-sound and the keys of actions, which `keepsake keys` lists. Its \
      picture-graphics overrides the setting.

      Example:
        keepsake settings currency=CHF contents-limit=60000 insurer="Helvetia"
      """)

  @Argument(
    help: ArgumentHelp(
      "Settings to change; without any, all are printed.", valueName: "setting=value"),
    completion: Completions.setting)
  var changes: [String] = []

  func run() throws {
    let wanted = try changes.map(Self.assignment)
    do {
      let store = try Workspace.openInventory(access: wanted.isEmpty ? .writeIfPossible : .write)
      var settings = try store.settings.fetch()
      for (setting, text) in wanted {
        let reading = FieldReading(
          currency: settings.currency, customs: Workspace.customs, clock: DateClock(today: .today())
        )
        do {
          try settings.set(setting, to: text, reading)
        } catch {
          throw InventoryError(.badData, "\(setting.rawValue): \(error.words)")
        }
      }
      if wanted.isEmpty {
        for setting in InventorySetting.allCases {
          Console.data(setting.rawValue, settings.text(setting, Workspace.customs))
        }
      } else if try store.settings.change(settings, session: Workspace.mainSession) {
        Console.message("Changed \(wanted.map(\.0.rawValue).joined(separator: ", "))")
      }
    } catch {
      Console.fail(error)
    }
  }

  private static func assignment(_ text: String) throws -> (InventorySetting, String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let setting = InventorySetting(rawValue: parts[0].lowercased()) else {
      let names = InventorySetting.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("“\(text)”: write settings as name=value; the settings are \(names)")
    }
    return (setting, String(parts[1]))
  }
}
