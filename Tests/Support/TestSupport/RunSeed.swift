import Foundation

/// The seed of samples and random inputs.
public enum RunSeed {
  /// The same in every run, so that failures repeat; `REPRISE_SEED` overrides it.
  public static let number =
    ProcessInfo.processInfo.environment["REPRISE_SEED"].flatMap(UInt64.init) ?? 20_784
}
