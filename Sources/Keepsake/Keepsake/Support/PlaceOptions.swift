import Inventory
import Reprise

/// Places as options of a picker, found by paths however these are typed.
enum PlaceOptions {
  /// The options for places, with their paths.
  static func options(_ places: [Place]) -> [PickerViewController.Option] {
    places.map { PickerViewController.Option(id: $0.uuid.uuidString, title: $0.path) }
  }

  /// The words to filter by for a typed text, as in `Home/Attic`: what can't be made again must be found.
  static func words(in text: String) -> String {
    let names = text.replacing("/", with: " ")
    return names.allSatisfy(\.isWhitespace) ? text : names
  }

  /// The option whose path a text names.
  static func option(
    for text: String, among options: [PickerViewController.Option]
  ) -> PickerViewController.Option? {
    let path = Place.path(typed: text)
    return options.first { $0.title == path } ?? options.first { Place.isSamePath($0.title, text) }
  }
}
