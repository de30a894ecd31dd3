import Foundation

/// A library that an app can do without, looked up while it runs (contract 8.7.7).
///
/// An app that is linked against a library does not start without it. This one starts, asks, and does without:
///
/// ```swift
/// let libc = OptionalLibrary("libc.so.6")
/// let hasEntropy = libc?.hasFunction("getentropy") ?? false
/// ```
///
/// Looking runs what the library does when it is loaded. Look when it is needed, not at the launch.
///
/// A program that is linked statically has none: what it loaded would bring a second C library along,
/// and crash. Let a companion program look there, and use it.
nonisolated public final class OptionalLibrary {
  /// The name, as the system's linker knows it: `libpq.so.5`.
  public let name: String

  private let handle: UnsafeMutableRawPointer

  /// Looks a library up; `nil` if it is not there or cannot be loaded, and in a program that is linked statically.
  ///
  /// - Parameter name: Its name without a folder, or an absolute path. Anything else is not looked up: it would
  ///   depend on where the app was started.
  public init?(_ name: String) {
    guard !Self.isStatic, !name.isEmpty, !name.utf8.contains(0),
      name.hasPrefix("/") || !name.contains("/"),
      let handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL)
    else { return nil }
    self.name = name
    self.handle = handle
  }

  /// Whether this program runs without the dynamic linker, which the kernel then does not report.
  private static var isStatic: Bool {
    let path = "/proc/self/auxv"
    guard let bytes = try? [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) else {
      return true
    }
    let words = bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt.self)) }
    let address = stride(from: 0, to: words.count - 1, by: 2)
      .first { words[$0] == UInt(AT_BASE) }.map { words[$0 + 1] }
    return address ?? 0 == 0
  }

  deinit { dlclose(handle) }

  /// Whether the library has a function or a variable of a name; its type can't be checked.
  public func hasFunction(_ name: String) -> Bool { function(name) != nil }

  /// The address of a function; `nil` if the library does not have it.
  ///
  /// It is valid as long as this object lives.
  public func function(_ name: String) -> UnsafeMutableRawPointer? { dlsym(handle, name) }

  /// Whether all functions are there: a library of another age may lack some.
  public func hasFunctions(_ names: [String]) -> Bool { names.allSatisfy(hasFunction) }
}
