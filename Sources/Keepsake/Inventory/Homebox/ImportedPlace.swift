import Foundation

/// A place that a file names, whether anything lies in it or not.
struct ImportedPlace {
  /// The names from the top to it.
  var path: String
  /// Its notes.
  var notes: String
  /// The identity that it has to have; `nil` if any will do.
  var uuid: UUID?
}
