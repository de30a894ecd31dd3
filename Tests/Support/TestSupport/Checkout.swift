import Foundation

/// The files of the package, for tests that read them.
public enum Checkout {
  /// The folder of the package.
  public static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The documentation catalog of the kit.
  public static let catalogue = root.appending(path: "Sources/Reprise/Reprise/Reprise.docc")
}
