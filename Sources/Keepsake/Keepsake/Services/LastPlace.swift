import Foundation
import Reprise

/// The place to which items were moved last, the same on all screens and after a restart.
final class LastPlace {
  private static let key = "lastPlace"

  private let host: ApplicationReference

  /// The place; `nil` until items are moved.
  var place: UUID? {
    didSet { if place != oldValue { host.application?.setNeedsPreservation() } }
  }

  init(_ host: ApplicationReference) { self.host = host }

  func encode(with coder: Coder) {
    if let place { coder.encode(place.uuidString, forKey: Self.key) }
  }

  func decode(from coder: Coder) {
    place = coder.decodeString(forKey: Self.key).flatMap(UUID.init(uuidString:))
  }
}
