import Foundation
import Inventory
import Reprise

/// The actions on the tag or category of the selected line of the reports.
enum ReportActions {
  static func make(for reports: ReportsViewController) -> [Action] {
    [
      Action("thing.rename", "Rename", "r", for: reports, enabled: { $0.selectedThing != nil }) {
        guard let thing = $0.selectedThing else { return }
        $0.present(NameViewController(thing, context: $0.context))
      },
      Action(
        "thing.merge", "Merge into another one", "&", isHinted: false, for: reports,
        enabled: { $0.selectedThing != nil }
      ) {
        guard let thing = $0.selectedThing else { return }
        $0.context.navigator.present(
          TargetPickerViewController(.merge, thing, context: $0.context), in: .form, over: $0)
      },
      Action(
        "thing.delete", "Delete tag or category", "x", "Del", role: .destructive, for: reports,
        enabled: { $0.selectedThing != nil }
      ) {
        if let thing = $0.selectedThing { $0.ask(Question.delete(thing)) }
      },
    ]
  }
}
