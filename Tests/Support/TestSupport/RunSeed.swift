import Foundation

/// The seed of samples and random inputs.
public enum RunSeed {
  /// The same in every run, so that a failure comes back; `REPRISE_SEED` sets another.
  public static let number =
    ProcessInfo.processInfo.environment["REPRISE_SEED"].flatMap(UInt64.init) ?? 20_784
}
