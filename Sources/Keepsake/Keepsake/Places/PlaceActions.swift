import Foundation
import Inventory
import Reprise

/// The actions on places in a list of places.
enum PlaceActions {
  static func make(for list: PlacesViewController) -> [Action] {
    [
      Action("place.new", "New place", "N", for: list, enabled: { $0.level != .unplaced }) {
        $0.nameNewPlace()
      },
      Action("place.rename", "Rename", "r", for: list, enabled: { $0.selectedPlace != nil }) {
        if let place = $0.selectedPlace { $0.rename(place) }
      },
      Action(
        "place.notes", "Edit the place's notes", "i", isHinted: false, for: list,
        enabled: { $0.placeOfNotes != nil }
      ) { $0.editNotes() }.unavailable("select a place whose name isn't private"),
      Action(
        "place.look", "View photo", "p", isHinted: false, for: list,
        enabled: { $0.placeOfPhoto?.photoFile != nil }
      ) { $0.viewPhoto() }.unavailable("select a place with a photo"),
      Action(
        "place.attach", "Set the place's photo", "P", isHinted: false, for: list,
        enabled: { $0.placeOfPhoto != nil }
      ) { $0.choosePhoto() }.unavailable("select a place whose name isn't private"),
      Action(
        "place.move", "Move place", "m", for: list,
        enabled: { $0.selectedPlace != nil && !$0.hasMarks }
      ) {
        if let place = $0.selectedPlace { $0.choosePlace(for: place, as: .move) }
      },
      Action(
        "place.merge", "Merge into another place", "&", isHinted: false, for: list,
        enabled: { $0.selectedPlace != nil }
      ) {
        if let place = $0.selectedPlace { $0.choosePlace(for: place, as: .merge) }
      },
    ]
  }
}

extension PlacesViewController {
  /// Asks for the name of a new place next to the selected row.
  fileprivate func nameNewPlace() {
    present(NameViewController(.newPlace(UUID(), in: parentOfNewPlace), context: context))
  }

  /// The place whose notes can be edited: the selected one, or else that of the level.
  fileprivate var placeOfNotes: Place? {
    let place =
      selectedPlace
      ?? placeOfLevel.flatMap { uuid in
        context.notices.attempt { try context.store.places.fetch(uuid) } ?? nil
      }
    return place.flatMap { PlaceNotesViewController.canEdit($0) ? $0 : nil }
  }

  fileprivate func editNotes() {
    guard let place = placeOfNotes else { return }
    present(PlaceNotesViewController(place.uuid, context: context))
  }

  /// The place whose photo can be seen or set: the selected one, or that of the level if no item is selected.
  fileprivate var placeOfPhoto: Place? { selectedItem == nil ? placeOfNotes : nil }

  fileprivate func viewPhoto() {
    guard let place = placeOfPhoto else { return }
    navigationController?.push(
      AttachmentsViewController(context: context, owner: .place(place.uuid)))
  }

  fileprivate func choosePhoto() {
    guard let place = placeOfPhoto else { return }
    AttachBrowser.present(for: .place(place.uuid), over: self, context: context)
  }

  fileprivate func rename(_ place: Place) {
    present(NameViewController(.place(place.uuid), context: context))
  }

  fileprivate func choosePlace(for place: Place, as purpose: TargetPickerViewController.Purpose) {
    context.navigator.present(
      TargetPickerViewController(purpose, .place(place.uuid), context: context), in: .form,
      over: self)
  }
}
