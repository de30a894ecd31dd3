import Inventory
import Reprise

/// Places as options of a picker, found by paths however these are typed.
struct PlaceOptions {
  typealias Option = PickerViewController.Option

  /// An option for each place, with its path.
  let options: [Option]

  private let byPath: [String: Option]
  private let byComparedNames: [[String]: Option]

  /// - Parameter places: The places; of those with equal paths, the first one is found.
  init(_ places: [Place] = []) {
    options = places.map { Option(id: $0.uuid.uuidString, title: $0.path) }
    byPath = Dictionary(options.map { ($0.title, $0) }) { first, _ in first }
    byComparedNames = Dictionary(
      options.map { (Place.comparedNames(in: $0.title), $0) }
    ) { first, _ in first }
  }

  /// The words to filter by for a typed text, as in `Home/Attic`: what can't be made again must be found.
  static func words(in text: String) -> String {
    let names = text.replacing("/", with: " ")
    return names.allSatisfy(\.isWhitespace) ? text : names
  }

  /// The option whose path a text names.
  func option(for text: String) -> Option? {
    guard let path = Place.path(typed: text) else { return nil }
    return byPath[path] ?? byComparedNames[Place.comparedNames(in: path)]
  }
}
