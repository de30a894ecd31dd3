import Reprise
import Foundation

/// The identifier for advertising (contract 8.7.3).
///
/// UIKit's `ASIdentifierManager` gives zeros where the person does not want to be tracked. A terminal has nobody to
/// ask for it and nothing to advertise, so these are the only values, and nothing can change them. Code
/// that asks before it tracks does not track.
nonisolated public enum IdentifierManager {
  /// All zeros.
  public static let advertisingIdentifier = UUID(
    uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

  /// Never.
  public static let isAdvertisingTrackingEnabled = false
}
