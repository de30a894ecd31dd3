import Foundation
import Inventory

/// A part of the inventory that a report can cover, such as a place with everything in it.
struct ReportPart {
  /// The items of the part.
  var scope: ItemQuery.Scope
  /// Its name on the form and in the report, such as `Home / Kitchen`.
  var name: String
}
